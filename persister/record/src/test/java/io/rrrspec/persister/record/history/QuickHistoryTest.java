package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.QuickState;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What past runs say about JVMs that are made for speed. */
class QuickHistoryTest extends ArchiveContract {
  private void ran(String spec, @Nullable QuickState quick, int millis, TrialVerdict... verdicts) {
    RunBuilder run = aRun();
    ProcessorTime time = new ProcessorTime(Duration.ofMillis(millis), Duration.ofMillis(1), null);
    Trial[] trials = new Trial[verdicts.length];
    boolean good = false;
    for (int i = 0; i < trials.length; i++) {
      trials[i] = run.trial(spec, verdicts[i], 5_000).withProcessorTime(time);
      good |= verdicts[i] == TrialVerdict.PASSED;
    }
    run.quickTask(spec, good ? TaskStatus.PASSED : TaskStatus.FAILED, quick, trials);
    archive.saveFinished(run.taskset(), run.tasks());
  }

  private QuickHistory.Found found() {
    return new QuickHistory(database).of("myclass");
  }

  private QuickRecord found(String spec) {
    return Objects.requireNonNull(found().classes().get(spec));
  }

  @Test
  void timesAreThoseOfTheirKindOfJvm() {
    ran("A", null, 400, TrialVerdict.PASSED);
    ran("A", QuickState.TRIED, 100, TrialVerdict.PASSED);
    ran("A", null, 400, TrialVerdict.PASSED);

    assertThat(found("A"))
        .isEqualTo(new QuickRecord(3, 2, Duration.ofMillis(400), 1, Duration.ofMillis(100), false));
    assertThat(found().runsSinceQuick()).isEqualTo(1);
    assertThat(new QuickHistory(database).of("other").classes()).isEmpty();
  }

  @Test
  void whatCameBeforeABadTrialDoesNotCount() {
    ran("A", QuickState.TRIED, 100, TrialVerdict.PASSED);
    ran("A", null, 400, TrialVerdict.BAD, TrialVerdict.PASSED);
    ran("A", null, 300, TrialVerdict.PASSED);

    assertThat(found("A")).isEqualTo(new QuickRecord(1, 1, Duration.ofMillis(300), 0, null, false));
  }

  @Test
  void whatFailsThereOnlyIsRememberedAlsoWithoutItsRun() {
    ran("A", QuickState.REFUSED, 9, TrialVerdict.BAD, TrialVerdict.PASSED, TrialVerdict.PROBE);
    ran("A", QuickState.REFUSED, 9, TrialVerdict.BAD, TrialVerdict.PASSED, TrialVerdict.PROBE);
    for (int i = 0; i < Estimates.RUNS; i++) {
      ran("A", null, 400, TrialVerdict.PASSED);
    }

    assertThat(found("A").refused()).isTrue();
    assertThat(found("A").passes()).isEqualTo(Estimates.RUNS);
    assertThat(found().runsSinceQuick()).isEqualTo(Estimates.RUNS);
  }
}
