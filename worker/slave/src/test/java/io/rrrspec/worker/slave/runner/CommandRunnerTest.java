package io.rrrspec.worker.slave.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.process.ChildEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandRunnerTest {
  private static final TimeLimits PLENTY =
      new TimeLimits(Duration.ofMinutes(1), Duration.ofMinutes(2));

  @TempDir Path dir;
  private final CommandRunner runner = new CommandRunner();

  @AfterEach
  void close() {
    runner.close();
  }

  @Test
  void aCommandThatEndsWithZeroHasPassed() throws IOException {
    TrialResult result = runner.run("echo out; echo err >&2", PLENTY);
    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(result.stdout()).isEqualTo("out\n");
    assertThat(result.stderr()).isEqualTo("err\n");
    assertThat(result.passed()).isEqualTo(1);
    CaseResult only = result.cases().get(0);
    assertThat(only.className()).isEqualTo("command");
    assertThat(only.name()).isEqualTo("echo out; echo err >&2");
    assertThat(only.outcome()).isEqualTo(Outcome.PASSED);
  }

  @Test
  void anyOtherExitCodeHasFailed() throws IOException {
    TrialResult result = runner.run("exit 3", PLENTY);
    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.reason()).isEqualTo("exit code 3");
    assertThat(result.failed()).isEqualTo(1);
  }

  @Test
  void anExecutableFileIsRunWhateverItsNameLooksLike() throws IOException {
    Path script = dir.resolve("a test; exit 1");
    Files.writeString(script, "#!/bin/sh\necho from the file\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    TrialResult result = runner.run(script.toString(), PLENTY);
    assertThat(result.stdout()).isEqualTo("from the file\n");
    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
  }

  @Test
  void standardInputIsEmpty() throws IOException {
    TrialResult result = runner.run("cat; echo read", PLENTY);
    assertThat(result.stdout()).isEqualTo("read\n");
  }

  @Test
  void settingsOfOursAreNotInTheEnvironment() {
    Map<String, String> environment =
        new HashMap<>(Map.of("RRRSPEC_REDIS", "redis://there", "NUM_SLAVES", "2"));
    ChildEnvironment.removeSettings(environment);
    assertThat(environment).containsOnlyKeys("NUM_SLAVES");
  }

  @Test
  void aCommandOverItsSoftLimitIsAskedToEnd() throws IOException {
    TrialResult result =
        runner.run("trap 'echo asked; exit 0' TERM; sleep 600 & wait", limits(5_000, 60_000));
    assertThat(result.status()).isEqualTo(TrialStatus.TIMEOUT);
    assertThat(result.stdout()).isEqualTo("asked\n");
    assertThat(result.reason()).isEqualTo("took longer than 5.0 s and was ended");
  }

  @Test
  void aCommandOverItsHardLimitIsKilledWithAllItsChildren() throws IOException {
    TrialResult result =
        runner.run("trap '' TERM; sleep 600 & echo $!; wait; wait", limits(5_000, 7_000));
    assertThat(result.status()).isEqualTo(TrialStatus.TIMEOUT);
    assertThat(result.reason()).isEqualTo("took longer than 7.0 s and was killed");
    awaitEndOf(result.stdout());
    assertThat(runner.reusable()).isTrue();
    assertThat(runner.run("true", PLENTY).status()).isEqualTo(TrialStatus.PASSED);
  }

  @Test
  void whatACommandLeavesRunningEndsWithIt() throws IOException {
    TrialResult result = runner.run("sleep 600 & echo $!", PLENTY);
    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    awaitEndOf(result.stdout());
  }

  @Test
  void longOutputIsBounded() throws IOException {
    TrialResult result = runner.run("head -c 5000000 /dev/zero | tr '\\0' x", PLENTY);
    assertThat(result.stdout()).contains("[... 4475712 bytes left out here ...]");
  }

  private static void awaitEndOf(String pid) {
    long number = Long.parseLong(pid.strip());
    await()
        .until(
            () ->
                ProcessHandle.of(number).map(ProcessHandle::isAlive).isEmpty() || isZombie(number));
  }

  /** Where nobody reaps orphans, a dead one stays visible. */
  private static boolean isZombie(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
    } catch (IOException ended) {
      return true;
    }
  }

  private static TimeLimits limits(int softMillis, int hardMillis) {
    return new TimeLimits(Duration.ofMillis(softMillis), Duration.ofMillis(hardMillis));
  }
}
