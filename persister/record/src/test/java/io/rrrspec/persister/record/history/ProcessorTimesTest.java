package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What past runs say about the processor time of classes. */
class ProcessorTimesTest extends ArchiveContract {
  private String ran(String spec, TrialVerdict verdict, @Nullable Integer process, int thread) {
    RunBuilder run = aRun();
    ProcessorTime time =
        new ProcessorTime(
            process == null ? null : Duration.ofMillis(process), Duration.ofMillis(thread));
    Trial trial = run.trial(spec, verdict, 5_000).withProcessorTime(time);
    boolean good = verdict == TrialVerdict.PASSED;
    run.task(spec, good ? TaskStatus.PASSED : TaskStatus.FAILED, trial);
    archive.saveFinished(run.taskset(), run.tasks());
    return run.id();
  }

  @Test
  void theUsualOneOfGoodTrialsIsExpected() {
    ran("A", TrialVerdict.PASSED, 40, 10);
    ran("A", TrialVerdict.PASSED, 40, 10);
    ran("A", TrialVerdict.PASSED, 900, 10);
    ran("A", TrialVerdict.BAD, 7_000, 10);

    assertThat(history.processorTimes("myclass")).isEqualTo(ofMillis("A", 40));
    assertThat(history.processorTimes("other")).isEmpty();
  }

  @Test
  void theThreadCountsWhereTheProcessShowsLess() {
    ran("Short", TrialVerdict.PASSED, 0, 7);
    assertThat(history.processorTimes("myclass")).isEqualTo(ofMillis("Short", 7));

    ran("NoProcess", TrialVerdict.PASSED, null, 9);
    assertThat(history.processorTimes("myclass")).containsEntry("NoProcess", Duration.ofMillis(9));
  }

  @Test
  void whatNobodyMeasuredIsNotExpected() {
    RunBuilder run = aRun().passed("A", 10);
    archive.saveFinished(run.taskset(), run.tasks());

    assertThat(history.processorTimes("myclass")).isEmpty();
  }

  @Test
  void aRunInTheDatabaseShowsWhatWasMeasuredAndExpected() {
    String run = ran("A", TrialVerdict.PASSED, 40, 10);

    assertThat(reader.trials(run, "A"))
        .extracting(Trial::processorTime)
        .containsExactly(new ProcessorTime(Duration.ofMillis(40), Duration.ofMillis(10)));
  }

  private static Map<String, Duration> ofMillis(String spec, long millis) {
    return Map.of(spec, Duration.ofMillis(millis));
  }
}
