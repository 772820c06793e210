package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

  /** Two compute; while there is a file, all wait until each has a JVM of its own. */
  private static final String SOURCE =
      """
      package example;
      import java.nio.file.*;
      class Computes%1$dTest {
        @org.junit.jupiter.api.Test void computes() throws Exception {
          Path all = Path.of("all-at-once");
          if (Files.exists(all)) {
            Files.writeString(all.resolve("%1$d"), "");
            for (int i = 0; i < 3_000 && all.toFile().list().length < %2$d; i++) Thread.sleep(20);
          }
          long end = System.nanoTime() + %3$d;
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
    for (int i = 0; i <= PROCESSORS; i++) {
      Files.writeString(
          tests.resolve("Computes" + i + "Test.java"),
          SOURCE.formatted(i, PROCESSORS + 1, i < 2 ? 2_000_000_000L : 1L));
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
    assumeTrue(PROCESSORS >= 2, "with one processor everything waits for everything");
    RealRun run = project();
    Path all = run.project().resolve("all-at-once");
    String more = Integer.toString(PROCESSORS + 1);
    for (int i = 0; i < 3; i++) {
      Files.createDirectory(all);
      assertThat(green(run.run("--slaves", more), PROCESSORS + 1).err()).doesNotContain(PLAIN);
      try (Stream<Path> files = Files.list(all)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(all);
    }
    assertThat(green(run.run("Computes0Test"), 1).err()).doesNotContain(PLAIN);
    assertThat(green(run.run(), PROCESSORS + 1).err()).contains(PLAIN);
    assertThat(green(run.run(), PROCESSORS + 1).err())
        .as("three others come first")
        .doesNotContain(PLAIN);
    assertThat(run.left()).isEmpty();
  }
}
