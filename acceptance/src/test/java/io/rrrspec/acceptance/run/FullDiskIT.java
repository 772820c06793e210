package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.testing.SmallDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on a machine whose disk has no room for the history: the tests say what they say. */
class FullDiskIT {
  private static final int DISK = 512;
  private static final int TOO_LITTLE = 40;

  @TempDir Path scratch;

  @Test
  void aRunThatCannotBeRecordedEndsWithTheExitCodeOfItsTests() throws Exception {
    RealRun run = new RealRun(scratch, "junit3");
    Files.createDirectories(run.data());
    try (SmallDisk disk = SmallDisk.mount(run.data(), DISK)) {
      assertThat(run.run().code()).isZero();

      disk.fillButFor(TOO_LITTLE);
      RealRun.Result full = run.run();
      assertThat(full.code()).as(full.err()).isZero();
      assertThat(full.err())
          .contains("warning: this run will not be in the history: database jdbc:h2:file:")
          .contains("has no room left on its disk: free some")
          .doesNotContain("\tat ");
      assertThat(full.suites().counts()).isNotEmpty();

      disk.free();
      RealRun.Result again = run.run();
      assertThat(again.code()).as(again.err()).isZero();
      assertThat(again.err()).doesNotContain("history");
    }
  }

  @Test
  void aDiskThatGetsFullWhileTestsRunChangesNoVerdict() throws Exception {
    RealRun run = new RealRun(scratch, "nasty");
    Files.createDirectories(run.data());
    try (SmallDisk disk = SmallDisk.mount(run.data(), DISK)) {
      Process process = run.start("--slaves", "2");
      await("the run's own directory")
          .atMost(Duration.ofSeconds(120))
          .until(() -> hasBegun(run.data()) || !process.isAlive());
      disk.fillButFor(TOO_LITTLE);

      assertThat(process.waitFor(240, TimeUnit.SECONDS)).as(run.err()).isTrue();
      assertThat(process.exitValue()).as(run.err()).isEqualTo(1);
      assertThat(run.err())
          .contains("warning: this run is not in the history: database jdbc:h2:file:")
          .contains("has no room left on its disk: free some");
    }
  }

  /** Its directory is made when its database is open. */
  private static boolean hasBegun(Path data) {
    try (Stream<Path> files = Files.list(data)) {
      return files.anyMatch(file -> file.getFileName().toString().matches("run-[0-9]+"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
