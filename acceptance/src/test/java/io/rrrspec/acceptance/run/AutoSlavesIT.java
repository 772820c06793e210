package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that wait: from the second run on they get more slaves than there are processors. */
class AutoSlavesIT {
  private static final int CLASSES = 40;
  private static final Pattern USED = Pattern.compile("(?m)^(\\d+) slaves?: (.*)$");

  @TempDir Path scratch;

  private RealRun run;

  @BeforeEach
  void classesThatSleep() throws IOException {
    run = new RealRun(scratch, "ends");
    Path tests = run.project().resolve("src/test/java/example");
    try (Stream<Path> files = Files.list(tests)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    for (int i = 0; i < CLASSES; i++) {
      Files.writeString(
          tests.resolve("Sleeps" + i + "Test.java"),
          "package example;\nclass Sleeps%dTest {\n".formatted(i)
              + "  @org.junit.jupiter.api.Test void sleeps() throws InterruptedException {\n"
              + "    Thread.sleep(1_000);\n  }\n}\n");
    }
  }

  private Matcher used(RealRun.Result result) {
    assertThat(result.code()).as(result.err() + result.out()).isZero();
    assertThat(result.suites().counts()).hasSize(CLASSES);
    Matcher used = USED.matcher(result.err());
    assertThat(used.find()).as(result.err()).isTrue();
    return used;
  }

  @Test
  void theSecondRunHasAsManySlavesAsKeepTheProcessorsBusy() throws Exception {
    used(run.run());
    Matcher second = used(run.run());

    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(Integer.parseInt(second.group(1))).isGreaterThan(processors);
    assertThat(second.group(2)).startsWith("classes wait 9");
    assertThat(run.left()).isEmpty();

    // A number that somebody gives is that number.
    RealRun.Result told = run.run("--slaves", "20");
    assertThat(told.code()).isZero();
    assertThat(told.err()).doesNotContainPattern(USED);

    // Each JVM may have something of its own by this number.
    Path pom = run.project().resolve("pom.xml");
    String numbered =
        "<version>3.5.3</version><configuration><systemPropertyVariables><db>db-"
            + "${surefire.forkNumber}</db></systemPropertyVariables></configuration>";
    Files.writeString(pom, Files.readString(pom).replace("<version>3.5.3</version>", numbered));
    RealRun.Result byNumber = run.run();
    assertThat(byNumber.code()).isZero();
    assertThat(byNumber.err()).doesNotContainPattern(USED);
  }
}
