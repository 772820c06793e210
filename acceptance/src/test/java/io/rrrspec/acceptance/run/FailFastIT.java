package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that stops after some failures. */
class FailFastIT {
  @TempDir Path scratch;

  @Test
  void afterTheFirstFailureNothingBeginsAndWhatWasNotRunIsCounted() throws Exception {
    RealRun run = new RealRun(scratch, "ends");
    RealRun.Result result = run.run("--slaves", "1", "--max-trials", "1", "--fail-fast");

    assertThat(result.code()).as(result.err() + result.out()).isEqualTo(1);
    assertThat(result.out())
        .contains(
            " FAILED    1 failed, 0 passed  of 1 test",
            " Reason    5 classes not run: --fail-fast",
            " Classes   1 of 6 finished, 1 of them failed, 5 not run");
    assertThat(result.suites().failures()).containsOnlyKeys("example.RedTest");
    assertThat(result.suites().counts()).hasSize(6);
    assertThat(run.left()).isEmpty();

    RealRun.Result all = run.run("--slaves", "1", "--fail-fast=9");
    assertThat(all.out()).contains(" FAILED    1 failed, 5 passed  of 6 tests");
    assertThat(all.out()).doesNotContain("not run");
  }
}
