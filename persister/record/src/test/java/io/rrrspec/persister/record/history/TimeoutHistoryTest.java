package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What time-outs teach about the next run; the limits are 30 and 300 s here. */
class TimeoutHistoryTest extends ArchiveContract {
  private static final String SPEC = "com.foo.SlowTest";

  @Test
  void aTaskThatTimedOutSinceItPassedGetsAtLeastTheTimeThatWasNotEnough() {
    passed(20_000);
    timedOut(40_000, 60_000);

    assertThat(estimate()).hasMillis(60_000);
  }

  @Test
  void aTaskThatHangsEveryTimeCostsFourTimesAsMuchAtMost() {
    passed(20_000);
    timedOut(60_000);
    timedOut(180_000);
    timedOut(450_000);

    assertThat(estimate()).hasMillis(80_000);
  }

  @Test
  void whatHasPassedSinceIsNotRaised() {
    passed(20_000);
    timedOut(60_000);
    passed(21_000);

    assertThat(estimate()).hasMillis(21_000);
  }

  @Test
  void failuresAndLostTrialsRaiseNothing() {
    passed(20_000);
    RunBuilder run = aRun();
    Trial superseded = run.trial(SPEC, TrialVerdict.SUPERSEDED, 90_000);
    Trial failed = run.trial(SPEC, TrialVerdict.BAD, 90_000);
    run.task(SPEC, TaskStatus.FAILED, superseded, failed);
    archive.saveFinished(run.taskset(), run.tasks());

    assertThat(estimate()).hasMillis(20_000);
  }

  @Test
  void aTaskThatNeverPassedStaysUnknown() {
    timedOut(60_000);

    assertThat(history.estimates("myclass")).isEmpty();
  }

  private Duration estimate() {
    return history.estimates("myclass").getOrDefault(SPEC, Duration.ZERO);
  }

  private void passed(long millis) {
    RunBuilder run = aRun().passed(SPEC, millis);
    archive.saveFinished(run.taskset(), run.tasks());
  }

  private void timedOut(long... millis) {
    RunBuilder run = aRun();
    Trial[] trials = new Trial[millis.length];
    for (int i = 0; i < millis.length; i++) {
      trials[i] = timeout(run.trial(SPEC, TrialVerdict.BAD, millis[i]));
    }
    run.task(SPEC, TaskStatus.FAILED, trials);
    archive.saveFinished(run.taskset(), run.tasks());
  }

  private static Trial timeout(Trial trial) {
    return new Trial(
        trial.key(),
        trial.taskKey(),
        trial.slaveKey(),
        trial.startedAt(),
        trial.finishedAt(),
        TrialStatus.TIMEOUT,
        trial.verdict(),
        trial.stdout(),
        trial.stderr(),
        trial.passed(),
        trial.pending(),
        trial.failed(),
        trial.cases(),
        trial.reason(),
        trial.threadsLeft());
  }
}
