package io.rrrspec.client.report;

import static io.rrrspec.client.report.Runs.counted;
import static io.rrrspec.client.report.Runs.junit;
import static io.rrrspec.client.report.Runs.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.result.PartTrials;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What slaves and servers of Ruby rrrspec leave: counts without tests, results without verdicts.
 */
class ForeignTrialsTest {
  private static RunSummary summary(TasksetStatus status, TaskRun... runs) {
    return RunSummary.of(junit(status), List.of(runs));
  }

  private static String table(RunSummary summary) {
    return SummaryTable.render(summary, Style.plain());
  }

  @Test
  void itsTestsAreThoseThatItCounted() {
    RunSummary summary =
        summary(
            TasksetStatus.FAILED,
            task(
                "spec/a_spec.rb",
                TaskStatus.PASSED,
                counted(TrialVerdict.PASSED, TrialStatus.PASSED, 3, 0, 0).build()),
            task(
                "spec/pend_spec.rb",
                TaskStatus.PENDING,
                counted(TrialVerdict.PENDING, TrialStatus.PENDING, 1, 2, 0).build()),
            task(
                "spec/fail_spec.rb",
                TaskStatus.FAILED,
                counted(TrialVerdict.BAD, TrialStatus.FAILED, 1, 0, 2).output("boom", "").build()),
            task(
                "spec/err_spec.rb",
                TaskStatus.FAILED,
                counted(TrialVerdict.BAD, TrialStatus.ERROR, 0, 0, 0).build()));

    assertThat(summary.tests()).isEqualTo(10);
    assertThat(summary.passed()).isEqualTo(5);
    assertThat(summary.skipped()).isEqualTo(2);
    assertThat(summary.failures()).isEqualTo(2);
    assertThat(summary.errors()).isEqualTo(1);
  }

  @Test
  void whatItFailedAndThenPassedIsFlaky() {
    RunSummary summary =
        summary(
            TasksetStatus.SUCCEEDED,
            task(
                "spec/a_spec.rb",
                TaskStatus.PASSED,
                counted(TrialVerdict.BAD, TrialStatus.FAILED, 2, 0, 1).build(),
                counted(TrialVerdict.PASSED, TrialStatus.PASSED, 3, 0, 0).build()));

    assertThat(summary.tests()).isEqualTo(3);
    assertThat(summary.passed()).isEqualTo(3);
    assertThat(summary.flaky()).hasSize(1);
    assertThat(summary.red()).isFalse();
  }

  @Test
  void aRunThatAServerOfRubyRrrspecJudgedIsToldByItsTasks() {
    RunSummary summary =
        summary(
            TasksetStatus.FAILED,
            task(
                "spec/a_spec.rb",
                TaskStatus.PASSED,
                counted(null, TrialStatus.FAILED, 2, 0, 1).build(),
                counted(null, TrialStatus.PASSED, 3, 0, 0).taking(200).build(),
                counted(null, TrialStatus.FAILED, 1, 0, 2).taking(300).build(),
                counted(null, TrialStatus.OPEN, 0, 0, 0).taking(300).build()),
            task(
                "spec/fail_spec.rb",
                TaskStatus.FAILED,
                counted(null, TrialStatus.FAILED, 1, 0, 2).build(),
                counted(null, TrialStatus.FAILED, 1, 0, 2).build()));

    assertThat(summary.tests()).isEqualTo(6);
    assertThat(summary.passed()).isEqualTo(4);
    assertThat(summary.failures()).isEqualTo(2);
    assertThat(summary.flaky()).hasSize(1);
    assertThat(table(summary)).contains("2 failed, 4 passed, 1 flaky  of 6 tests");
  }

  @Test
  void aCopyThatFailedWhileTheFirstTrialWentOnDoesNotMakeItRed() {
    Trial first = counted(null, TrialStatus.PASSED, 3, 0, 0).taking(500).build();
    Trial copy = counted(null, TrialStatus.FAILED, 2, 0, 1).taking(300).build();
    TaskRun run = task("spec/a_spec.rb", TaskStatus.PASSED, first, copy);

    assertThat(run.counted()).extracting(Trial::key).containsExactly(copy.key(), first.key());
    RunSummary summary = summary(TasksetStatus.SUCCEEDED, run);
    assertThat(summary.failures()).isZero();
    assertThat(summary.passed()).isEqualTo(3);
    assertThat(summary.flaky()).hasSize(1);
  }

  @Test
  void whileATaskIsNotDecidedNothingFollows() {
    Trial trial = counted(null, TrialStatus.PASSED, 3, 0, 0).build();
    assertThat(task("spec/a_spec.rb", TaskStatus.UNDECIDED, trial).counted()).isEmpty();
  }

  @Test
  void theDetailsTellTheCounts() {
    TaskRun run =
        task(
            "spec/pend_spec.rb",
            TaskStatus.PENDING,
            counted(TrialVerdict.PENDING, TrialStatus.PENDING, 1, 2, 0).build());
    assertThat(RunDetails.tasks(List.of(run), PartTrials.NONE)).contains("1 passed, 2 skipped");
  }
}
