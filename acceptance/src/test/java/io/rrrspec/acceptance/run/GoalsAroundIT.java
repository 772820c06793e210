package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that the build starts before its integration tests and stops behind them. It leaves a
 * file when it is asked to close.
 */
class GoalsAroundIT {
  private static final String START = "<java classname=";
  private static final String STOP = "<get src=";

  @TempDir Path scratch;
  private RealRun run;

  @BeforeEach
  void copy() throws IOException {
    run = new RealRun(scratch, "integration-goals");
  }

  @Test
  void theTestsReachTheirServerAlsoIfPrepareHasNothingToDo() throws Exception {
    RealRun.Result first = run.run("--integration-tests");
    assertThat(first.code()).as(first.err() + first.out()).isZero();
    assertThat(first.out()).contains(" Classes   3\n");
    assertThat(first.err())
        .contains("Maven runs the goals around the integration tests of shop, depot");
    assertThat(closed("shop")).exists();
    assertThat(closed("depot")).exists();
    assertThat(run.left()).isEmpty();

    Files.delete(closed("depot"));
    Files.delete(closed("shop"));
    RealRun.Result again = run.run("--integration-tests", "depot/");
    assertThat(again.code()).as(again.err() + again.out()).isZero();
    assertThat(again.err())
        .doesNotContain("compiling with")
        .contains("Maven runs the goals around the integration tests of depot\n");
    assertThat(closed("depot")).exists();
    assertThat(closed("shop")).doesNotExist();
  }

  @Test
  @Tag("nightly")
  void theServerIsStoppedAfterRedTests() throws Exception {
    replace("shop/src/test/java/example/ShopIT.java", "\"open\"", "\"shut\"");
    RealRun.Result red = run.run("--integration-tests");

    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(1);
    assertThat(closed("shop")).exists();
    assertThat(closed("depot")).exists();
    assertThat(run.left()).isEmpty();
  }

  @Test
  void withoutTheServerTheTestsAreNotRun() throws Exception {
    replace("pom.xml", START, "<fail message=\"the shop burns\"/>" + START);
    RealRun.Result red = run.run("--integration-tests");

    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(3);
    assertThat(red.err())
        .contains(
            "error: shop: a goal before its integration tests failed:",
            "the shop burns",
            "error: depot: Maven has not come to its integration tests");
    assertThat(red.out())
        .contains(
            "1 passed  of 1 test", "2 not run", "shop: a goal before its integration tests failed");
    assertThat(suites("shop").counts())
        .isEqualTo(Map.of("example.ShopTest", "1", "example.ShopIT", "1/1"));
    assertThat(suites("depot").counts()).isEqualTo(Map.of("example.DepotIT", "1/1"));
    assertThat(closed("shop")).doesNotExist();
    assertThat(run.left()).isEmpty();
  }

  @Test
  void aServerThatCannotBeStoppedMakesTheRunRedAndIsEnded() throws Exception {
    replace("pom.xml", STOP, "<fail message=\"the shop has lost its key\"/>" + STOP);
    RealRun.Result red = run.run("--integration-tests", "shop/");

    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(3);
    assertThat(red.err())
        .contains(
            "error: shop: a goal behind its integration tests failed:",
            "the shop has lost its key");
    assertThat(red.out()).contains("shop: a goal behind its integration tests failed");
    assertThat(suites("shop").counts())
        .isEqualTo(Map.of("example.ShopTest", "1", "example.ShopIT", "2"));
    assertThat(suites("shop").failures()).isEmpty();
    assertThat(run.left()).isEmpty();
  }

  @Test
  void theServerIsStoppedWhenTheClientIsKilled() throws Exception {
    Process process = startAndReachTests();
    process.destroyForcibly();

    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> assertThat(run.left()).isEmpty());
    assertThat(closed("shop")).exists();
    assertThat(closed("depot")).doesNotExist();
  }

  @Test
  @Tag("nightly")
  void theServerIsStoppedWhenTheRunIsCancelled() throws Exception {
    Process process = startAndReachTests();
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();

    assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(closed("shop")).exists();
    assertThat(closed("depot")).doesNotExist();
    assertThat(run.left()).isEmpty();
  }

  /** A test that takes longer than anybody waits here. */
  private Process startAndReachTests() throws IOException {
    replace(
        "shop/src/test/java/example/ShopIT.java",
        "    assertEquals(\"open\", answer);",
        "    assertEquals(\"open\", answer);\n"
            + "    java.nio.file.Files.createFile(java.nio.file.Path.of(\"reached\"));\n"
            + "    Thread.sleep(600_000);");
    Process process = run.start("--integration-tests");
    await()
        .atMost(Duration.ofSeconds(150))
        .until(() -> Files.exists(run.project().resolve("shop/reached")) || !process.isAlive());
    assertThat(process.isAlive()).as(run.err()).isTrue();
    return process;
  }

  private Suites suites(String module) throws IOException {
    return Suites.read(scratch.resolve("integration-goals.xml").resolve(module));
  }

  private Path closed(String module) {
    return run.project().resolve(module).resolve("target/closed");
  }

  private void replace(String file, String text, String with) throws IOException {
    Path path = run.project().resolve(file);
    String before = Files.readString(path);
    assertThat(before).contains(text);
    Files.writeString(path, before.replace(text, with));
  }
}
