package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project with two heavy classes: now and then it runs as a build tool would run it. */
class PlainRunIT {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final String PLAIN = "this run is plain, to compare: " + PROCESSORS + " slave";

  private static final String SOURCE =
      """
      package example;
      class Computes%1$dTest {
        @org.junit.jupiter.api.Test void computes() {
          long end = System.nanoTime() + 2_000_000_000L;
          while (System.nanoTime() < end) Math.sin(end);
        }
      }
      """;

  @TempDir Path scratch;

  private RealRun project() throws IOException {
    RealRun run = new RealRun(scratch, "ends");
    Path tests = run.project().resolve("src/test/java/example");
    try (Stream<Path> files = Files.list(tests)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    for (int i = 0; i < 2; i++) {
      Files.writeString(tests.resolve("Computes" + i + "Test.java"), SOURCE.formatted(i));
    }
    return run;
  }

  private static RealRun.Result green(RealRun.Result result, int classes) throws Exception {
    assertThat(result.code()).as(result.err() + result.out()).isZero();
    assertThat(result.suites().counts()).hasSize(classes);
    return result;
  }

  @Test
  void theFourthRunIsPlainAndSaysSo() throws Exception {
    RealRun run = project();
    for (int i = 0; i < 3; i++) {
      assertThat(green(run.run(), 2).err()).doesNotContain("plain");
    }
    assertThat(green(run.run("--slaves", "1"), 2).err()).doesNotContain("plain");
    run.settings(Files.writeString(scratch.resolve("off.yml"), "plain: off\n"));
    assertThat(green(run.run(), 2).err()).doesNotContain("plain");

    run.settings(Files.writeString(scratch.resolve("auto.yml"), "plain: auto\n"));
    assertThat(run.runBare("Computes0Test").err()).doesNotContain("plain");
    assertThat(green(run.run(), 2).err()).contains(PLAIN);
    assertThat(green(run.run(), 2).err()).as("three others come first").doesNotContain("plain");
    assertThat(run.left()).isEmpty();
  }
}
