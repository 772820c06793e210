package io.rrrspec.client.report;

import static io.rrrspec.client.report.Runs.bad;
import static io.rrrspec.client.report.Runs.failed;
import static io.rrrspec.client.report.Runs.passed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.run.FailedCases;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedCasesTest {
  private static CaseResult good(String name) {
    return passed("a.ATest", name);
  }

  private static CaseResult red(String name) {
    return failed("a.ATest", name, "no");
  }

  @Test
  void onlyWhatPassesLaterIsFlaky() {
    assertThat(
            FailedCases.of(
                List.of(
                    bad().with(red("a"), good("b"), red("c")).build(),
                    bad().with(good("a"), red("b"), good("c")).build(),
                    bad().with(good("a"), red("b"), red("c")).build())))
        .extracting(one -> one.trialNo() + one.result().name(), FailedCases.FailedCase::flaky)
        .containsExactly(
            tuple("0a", true),
            tuple("0c", true),
            tuple("1b", false),
            tuple("2b", false),
            tuple("2c", false));
  }

  @Test
  void whereTheTaskWasGoodInTheEndAllWasOvercome() {
    assertThat(
            FailedCases.of(
                List.of(
                    bad().with(failed("a.ATest", "", "no port")).build(),
                    Runs.good().with(good("a"), good("b")).build())))
        .extracting(FailedCases.FailedCase::flaky)
        .containsExactly(true);
  }
}
