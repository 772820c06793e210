package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A retry makes good only what it has seen to pass, as a rerun of Surefire does. */
class RetryIT {
  @TempDir Path scratch;

  @Test
  void whatFailedAndIsSkippedOrMissingLaterHasFailed() throws Exception {
    RealRun run = new RealRun(scratch, "retried");
    RealRun.Result result = run.run("--slaves", "2");

    assertThat(result.code()).as(result.err() + result.out()).isEqualTo(1);
    assertThat(result.out())
        .contains(
            " FAILED    3 failed, 1 error, 4 passed, 2 flaky  of 8 tests",
            " Classes   5, 4 of them failed")
        .contains(
            "DeadlyTest › ends",
            "HiddenTest › a",
            "broken before the end",
            "SkippedTest › it",
            "VanishedTest › makes()[2]",
            "FlakyTest › it");
    assertThat(result.suites().failures())
        .containsOnlyKeys(
            "example.DeadlyTest",
            "example.HiddenTest",
            "example.SkippedTest",
            "example.VanishedTest");
    assertThat(run.left()).isEmpty();
  }
}
