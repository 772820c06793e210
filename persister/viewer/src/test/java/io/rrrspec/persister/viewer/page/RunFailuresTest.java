package io.rrrspec.persister.viewer.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.run.FailedTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunFailuresTest {
  private static FailedTest failed(int trialNo, String name, boolean passedLater) {
    return new FailedTest(
        1,
        trialNo,
        0,
        "a.ATest",
        "a.ATest",
        name,
        Outcome.FAILED,
        Duration.ZERO,
        null,
        "no",
        passedLater);
  }

  @Test
  void aTestThatFailedAgainAfterItHadPassedIsRed() {
    FailedTest first = failed(0, "inTurn", true);
    FailedTest last = failed(2, "inTurn", false);
    FailedTest good = failed(0, "goodInTheEnd", true);
    FailedTest late = failed(1, "goodAtFirst", false);

    RunFailures failures = RunFailures.of(List.of(first, good, late, last), List.of(), false);
    assertThat(failures.red()).containsExactly(first, late, last);
    assertThat(failures.flaky()).containsExactly(good);
  }

  @Test
  void linesAreSharedFairlyAndNoneIsWasted() {
    assertThat(FailureCards.share(new int[] {2_499, 226, 3, 0}, 300))
        .containsExactly(149, 148, 3, 0);
    assertThat(FailureCards.share(new int[] {299}, 300)).containsExactly(299);
    assertThat(FailureCards.share(new int[] {5, 5, 5}, 2)).containsExactly(0, 1, 1);
    assertThat(FailureCards.share(new int[] {5, 5}, 0)).containsExactly(0, 0);
    assertThat(FailureCards.share(new int[] {}, 300)).isEmpty();
  }
}
