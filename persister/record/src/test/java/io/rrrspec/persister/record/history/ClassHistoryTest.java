package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What past runs say about the next one. */
class ClassHistoryTest extends ArchiveContract {
  @Test
  void estimatesComeFromGoodTrialsOfTheLastRunsOfTheClass() {
    for (int i = 1; i <= 25; i++) {
      RunBuilder run = aRun().passed("steady", 100).passed("growing", i * 100L);
      run.failed("broken", 50);
      archive.saveFinished(run.taskset(), run.tasks());
    }
    RunBuilder last = aRun();
    Trial lost = last.trial("steady", TrialVerdict.LOST, 9_000);
    Trial loser = last.trial("steady", TrialVerdict.SUPERSEDED, 9_000);
    Trial good = last.trial("steady", TrialVerdict.PENDING, 120);
    last.task("steady", TaskStatus.PENDING, lost, loser, good).failed("broken", 70);
    archive.saveFinished(last.taskset(), last.tasks());
    RunBuilder other = aRun().ofClass("other").passed("steady", 7);
    archive.saveFinished(other.taskset(), other.tasks());

    assertThat(history.estimates("myclass")).containsOnlyKeys("steady", "growing");
    assertThat(history.estimates("myclass").get("steady")).hasMillis(100);
    assertThat(history.estimates("myclass").get("growing")).hasMillis(2_400);
    assertThat(history.estimates("other").get("steady")).hasMillis(7);
    assertThat(history.estimates("unknown")).isEmpty();
  }

  @Test
  void failedLastAsksTheNewestDecisionOfEachTask() {
    RunBuilder first = aRun().failed("repaired", 1).failed("broken", 1).passed("fresh", 1);
    RunBuilder second = aRun().passed("repaired", 1).failed("fresh", 1);
    RunBuilder third = aRun().ended(TasksetStatus.CANCELLED).task("broken", TaskStatus.UNDECIDED);
    for (RunBuilder run : List.of(first, second, third)) {
      archive.saveFinished(run.taskset(), run.tasks());
    }
    assertThat(history.failedLast("myclass")).containsExactly("broken", "fresh");
    assertThat(history.failedLast("other")).isEmpty();
  }

  @Test
  void runsThatWereGivenTheirResultLeaveNoTraceInTheHistory() {
    RunBuilder run = aRun().passed("build", 1_000);
    archive.saveFinished(run.taskset(), run.tasks());
    for (int i = 0; i < 2 * Estimates.RUNS; i++) {
      RunBuilder cached = aRun().cached().passed("build", 0);
      archive.saveFinished(cached.taskset(), cached.tasks());
    }

    assertThat(history.estimates("myclass").get("build")).hasMillis(1_000);
    assertThat(history.newestRuns("myclass")).hasSize(1);
    assertThat(
            new SpecHistories(database)
                .find("myclass", "build", ClassWindow.ofRuns(1), 50)
                .get(0)
                .newest())
        .hasSize(1);
    assertThat(
            new ClassRecords(database)
                .find("myclass", ClassWindow.ofRuns(1), ClassRecords.Order.SLOWEST, 10))
        .extracting(ClassRecord::specFile)
        .containsExactly("build");
  }

  @Test
  void runsOfSomeTestsGiveNoEstimatesAndHideNoFailure() {
    RunBuilder whole = aRun().failed("red", 10).passed("green", 1_000).passed("steady", 10);
    archive.saveFinished(whole.taskset(), whole.tasks());
    for (int i = 0; i < 2 * Estimates.RUNS; i++) {
      RunBuilder partial = aRun().partial().passed("red", 1).passed("green", 1);
      archive.saveFinished(partial.taskset(), partial.tasks());
    }
    RunBuilder last = aRun().partial().failed("steady", 1);
    archive.saveFinished(last.taskset(), last.tasks());

    assertThat(history.failedLast("myclass")).containsExactly("red", "steady");
    assertThat(history.estimates("myclass").get("green")).hasMillis(1_000);
    assertThat(history.newestRuns("myclass")).hasSize(1);
    assertThat(
            new SpecHistories(database)
                .find("myclass", "green", ClassWindow.ofRuns(100), 50)
                .get(0)
                .newest())
        .hasSize(1);
    assertThat(
            new ClassRecords(database)
                .find("myclass", ClassWindow.ofRuns(100), ClassRecords.Order.MOST_FAILING, 10))
        .extracting(ClassRecord::specFile)
        .containsExactly("red");
  }
}
