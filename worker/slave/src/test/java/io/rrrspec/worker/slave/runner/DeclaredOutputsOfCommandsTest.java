package io.rrrspec.worker.slave.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command passes only if it leaves the files that its step declares. */
class DeclaredOutputsOfCommandsTest {
  private static final TimeLimits PLENTY =
      new TimeLimits(Duration.ofMinutes(1), Duration.ofMinutes(2));

  @TempDir Path dir;

  private TrialResult run(String command) throws IOException {
    CommandRunner.Place place = new CommandRunner.Place(dir, System.getenv());
    List<PathGlob> outputs = PathGlob.all(List.of("out/*.jar", "report.txt"));
    try (CommandRunner runner = new CommandRunner(place, null, outputs)) {
      return runner.run(command, PLENTY);
    }
  }

  @Test
  void allOutputsAreThere() throws IOException {
    TrialResult result = run("mkdir out; touch out/a.jar report.txt");

    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(result.stderr()).isEmpty();
  }

  @Test
  void aMissingOutputFailsTheTrialAndIsNamed() throws IOException {
    TrialResult result = run("touch report.txt; printf said >&2");

    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.reason()).isEqualTo("declared output 'out/*.jar' is missing");
    assertThat(result.stderr()).isEqualTo("said\ndeclared output 'out/*.jar' is missing\n");
  }

  @Test
  void aDirectoryIsNoOutput() throws IOException {
    assertThat(run("mkdir -p out/a.jar; touch report.txt").status()).isEqualTo(TrialStatus.FAILED);
  }

  @Test
  void aCommandThatFailsIsNotAskedForOutputs() throws IOException {
    TrialResult result = run("exit 3");

    assertThat(result.reason()).isEqualTo("exit code 3");
    assertThat(result.stderr()).isEmpty();
  }
}
