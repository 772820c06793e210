package io.rrrspec.persister.viewer.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.run.FailedTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunPageTest {
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
        passedLater);
  }

  @Test
  void aTestThatFailedAgainAfterItHadPassedIsRed() {
    FailedTest first = failed(0, "inTurn", true);
    FailedTest last = failed(2, "inTurn", false);
    FailedTest good = failed(0, "goodInTheEnd", true);
    FailedTest late = failed(1, "goodAtFirst", false);

    assertThat(RunPage.Status.redInTheEnd(List.of(first, good, late, last)))
        .containsExactly(first, late, last);
  }
}
