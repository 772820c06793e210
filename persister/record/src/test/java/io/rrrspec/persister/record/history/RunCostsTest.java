package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.START;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What whole runs have cost. */
class RunCostsTest extends ArchiveContract {
  private void save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
  }

  private List<RunCost> found() {
    return new RunCosts(database).newest("myclass", 9);
  }

  /** A trial that took as much processor time as time. */
  private static Trial trial(
      RunBuilder run, String spec, String slave, int from, int to, TrialVerdict verdict) {
    Trial trial = run.trial(spec, verdict, to);
    Duration took = Duration.ofMillis(to - from);
    return new Trial(
            trial.key(),
            trial.taskKey(),
            "rrrspec:worker:host1:slave:" + slave,
            START.plusMillis(from),
            START.plusMillis(to),
            trial.status(),
            verdict,
            "",
            "",
            0,
            0,
            0,
            List.of(),
            null,
            0)
        .withProcessorTime(new ProcessorTime(took, took, null));
  }

  private static RunBuilder add(
      RunBuilder run, @Nullable TaskJvm jvm, String spec, String slave, int from, int to) {
    return run.taskIn(
        jvm, spec, TaskStatus.PASSED, trial(run, spec, slave, from, to, TrialVerdict.PASSED));
  }

  private static RunBuilder add(RunBuilder run, String spec, String slave, int from, int to) {
    return add(run, null, spec, slave, from, to);
  }

  private static RunCost cost(int classes, boolean changed, int slaves, int took, int processor) {
    return new RunCost(
        classes, changed, slaves, Duration.ofMillis(took), Duration.ofMillis(processor));
  }

  @Test
  void aRunCostsWhatItsTrialsTookTogether() {
    RunBuilder run = aRun();
    add(run, "A", "1", 100, 900);
    add(run, "B", "2", 150, 400);
    add(run, "C", "2", 400, 1_000);
    save(run);
    assertThat(found()).containsExactly(cost(3, false, 2, 900, 800 + 250 + 600));
  }

  @Test
  void slavesThatCameOneAfterTheOtherAreNotThereAtOnce() {
    RunBuilder run = aRun();
    add(run, "A", "1", 0, 500);
    add(run, "B", "2", 500, 900);
    add(run, "C", "3", 600, 700);
    save(run);
    assertThat(found()).extracting(RunCost::slaves).containsExactly(2);
  }

  @Test
  void aKindOfJvmThatIsMadeForSpeedChangesARun() {
    save(add(aRun(), "A", "1", 0, 5));
    TaskJvm quick = new TaskJvm(JvmKind.QUICK, TaskJvm.State.TRIED);
    save(add(add(aRun(), "A", "1", 0, 5), quick, "B", "1", 5, 9));
    assertThat(found()).extracting(RunCost::changed).containsExactly(true, false);
  }

  @Test
  void whatWasNotGoodAtOnceIsNoMeasure() {
    save(add(aRun(), "A", "1", 0, 5));
    RunBuilder flaky = add(aRun(), "A", "1", 0, 5);
    save(
        flaky.task(
            "B",
            TaskStatus.PASSED,
            trial(flaky, "B", "1", 5, 6, TrialVerdict.BAD),
            trial(flaky, "B", "1", 6, 7, TrialVerdict.PASSED)));
    RunBuilder lost = add(aRun(), "A", "1", 0, 5);
    save(
        lost.task(
            "B",
            TaskStatus.PASSED,
            lost.openTrial("B"),
            trial(lost, "B", "1", 6, 7, TrialVerdict.PASSED)));
    save(aRun().passed("A", 5));
    save(add(aRun(), "A", "1", 0, 5).partial());
    save(aRun());
    assertThat(found()).containsExactly(cost(1, false, 1, 5, 5));
  }

  @Test
  void runsOfOthersAndOldOnesAreLeftOut() {
    save(add(aRun(), "A", "1", 0, 1));
    for (int i = 2; i <= 10; i++) {
      save(add(aRun(), "A", "1", 0, i));
    }
    save(add(aRun().ofClass("other"), "A", "1", 0, 99));
    assertThat(found()).hasSize(9);
    assertThat(found().get(0).took()).hasMillis(10);
    assertThat(found().get(8).took()).hasMillis(2);
  }
}
