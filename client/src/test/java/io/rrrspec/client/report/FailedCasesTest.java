package io.rrrspec.client.report;

import static io.rrrspec.client.report.Runs.bad;
import static io.rrrspec.client.report.Runs.failed;
import static io.rrrspec.client.report.Runs.passed;
import static io.rrrspec.client.report.Runs.task;
import static io.rrrspec.client.report.Runs.trial;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.run.FailedCases;
import io.rrrspec.common.run.TestCounts;
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

  private static List<String> ofTask(TaskRun run) {
    return FailedCases.of(run.task(), run.trials()).stream()
        .map(
            one ->
                one.trialNo()
                    + "."
                    + one.caseNo()
                    + " "
                    + one.result().className()
                    + "#"
                    + one.result().name()
                    + ": "
                    + one.result().message()
                    + (one.flaky() ? " (flaky)" : ""))
        .toList();
  }

  @Test
  void aClassThatFailedOutsideOfItsTestsIsOneOfThem() {
    assertThat(
            ofTask(
                task(
                    "core:a.ATest@it",
                    TaskStatus.FAILED,
                    trial(TrialVerdict.BAD, TrialStatus.ERROR)
                        .because("the slave's JVM ended with exit code 137")
                        .build(),
                    trial(TrialVerdict.BAD, TrialStatus.TIMEOUT).with(good("a")).build(),
                    bad().with(red("b")).build())))
        .containsExactly(
            "0.0 a.ATest#: the slave's JVM ended with exit code 137",
            "1.1 a.ATest#: ran longer than its time-out",
            "2.0 a.ATest#b: no");
  }

  @Test
  void aClassThatFailedBesideItsTestsIsOneMoreEverywhere() {
    for (String reason :
        List.of("the slave's JVM ended with exit code 137", "part 2 of 3: a.ATest: no port")) {
      TaskRun run =
          task(
              "a.ATest",
              TaskStatus.FAILED,
              trial(TrialVerdict.BAD, TrialStatus.ERROR)
                  .with(good("a"), red("b"))
                  .counting(1, 1)
                  .because(reason)
                  .build());
      assertThat(ofTask(run)).containsExactly("0.1 a.ATest#b: no", "0.2 a.ATest#: " + reason);
      RunSummary summary = RunSummary.of(Runs.junit(TasksetStatus.FAILED), List.of(run));
      assertThat(summary.failures() + summary.errors()).isEqualTo(2);
      assertThat(summary.failed()).hasSize(2);
      assertThat(TestCounts.of(TaskStatus.FAILED, run.trials()))
          .isEqualTo(new TestCounts(1, 0, 2, 0));
    }
  }

  @Test
  void whatOneOfItsTestsSaysCountsOnce() {
    CaseResult around =
        new CaseResult("a.ATest", "", Outcome.ERROR, 1, "no port", "java.io.IOException", null);
    TaskRun run =
        task(
            "a.ATest",
            TaskStatus.FAILED,
            trial(TrialVerdict.BAD, TrialStatus.FAILED)
                .with(red("b"), around)
                .counting(0, 2)
                .because("a.ATest: java.io.IOException: no port")
                .build());
    assertThat(ofTask(run)).containsExactly("0.0 a.ATest#b: no", "0.1 a.ATest#: no port");
    RunSummary summary = RunSummary.of(Runs.junit(TasksetStatus.FAILED), List.of(run));
    assertThat(summary.failures() + summary.errors()).isEqualTo(2);
    assertThat(TestCounts.of(TaskStatus.FAILED, run.trials()))
        .isEqualTo(new TestCounts(0, 0, 2, 0));
  }

  @Test
  void ofATaskThatWasGoodInTheEndItIsFlaky() {
    assertThat(
            ofTask(
                task(
                    "a.ATest",
                    TaskStatus.PASSED,
                    trial(TrialVerdict.BAD, TrialStatus.ERROR).because("crashed").build(),
                    Runs.good().with(good("a")).build())))
        .containsExactly("0.0 a.ATest#: crashed (flaky)");
    assertThat(ofTask(task("a.ATest", TaskStatus.PASSED, Runs.good().with(good("a")).build())))
        .isEmpty();
  }

  @Test
  void aTaskWhoseTrialsWereAllLostHasOneToo() {
    assertThat(
            ofTask(
                task(
                    "./run it",
                    TaskStatus.FAILED,
                    trial(TrialVerdict.LOST, TrialStatus.ERROR).because("w1 is lost").build())))
        .containsExactly("0.0 ./run it#: w1 is lost");
  }
}
