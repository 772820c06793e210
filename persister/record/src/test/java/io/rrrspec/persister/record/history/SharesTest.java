package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What past runs say about processor time and waiting of classes. */
class SharesTest extends ArchiveContract {
  private static final long TOOK = 5_000;

  private String ran(String spec, TrialVerdict verdict, ProcessorTime time) {
    RunBuilder run = aRun();
    Trial trial = run.trial(spec, verdict, TOOK).withProcessorTime(time);
    boolean good = verdict == TrialVerdict.PASSED;
    run.task(spec, good ? TaskStatus.PASSED : TaskStatus.FAILED, trial);
    archive.saveFinished(run.taskset(), run.tasks());
    return run.id();
  }

  private static ProcessorTime time(long process, long thread, long ready) {
    return new ProcessorTime(
        Duration.ofMillis(process), Duration.ofMillis(thread), Duration.ofMillis(ready));
  }

  private static Map<String, TimeShare> share(String spec, long processor, long waiting) {
    return Map.of(spec, new TimeShare(Duration.ofMillis(processor), Duration.ofMillis(waiting)));
  }

  @Test
  void theUsualOneOfGoodTrialsIsExpected() {
    ran("A", TrialVerdict.PASSED, time(40, 10, 0));
    ran("A", TrialVerdict.PASSED, time(40, 10, 0));
    ran("A", TrialVerdict.PASSED, time(900, 10, 0));
    ran("A", TrialVerdict.BAD, time(4_000, 10, 0));

    assertThat(history.shares("myclass")).isEqualTo(share("A", 40, 4_960));
    assertThat(history.shares("other")).isEmpty();
  }

  @Test
  void whoGetsNoProcessorDoesNotWait() {
    ran("A", TrialVerdict.PASSED, time(100, 100, 4_800));
    assertThat(history.shares("myclass")).isEqualTo(share("A", 100, 100));
  }

  @Test
  void theThreadCountsWhereTheProcessShowsLess() {
    ran("A", TrialVerdict.PASSED, time(0, 7, 0));
    assertThat(history.shares("myclass")).isEqualTo(share("A", 7, 4_993));
  }

  @Test
  void severalThreadsMayTakeMoreThanTheTime() {
    ran("A", TrialVerdict.PASSED, time(9_000, 7, 0));
    assertThat(history.shares("myclass")).isEqualTo(share("A", 9_000, 0));
  }

  @Test
  void whatNobodyMeasuredIsNotExpected() {
    ran("A", TrialVerdict.PASSED, ProcessorTime.UNKNOWN);
    assertThat(history.shares("myclass")).isEmpty();
  }

  @Test
  void aRunInTheDatabaseShowsWhatWasMeasured() {
    String run = ran("A", TrialVerdict.PASSED, time(40, 10, 3));

    assertThat(reader.trials(run, "A"))
        .extracting(Trial::processorTime)
        .containsExactly(time(40, 10, 3));
  }
}
