package io.rrrspec.persister.record.history;

import static io.rrrspec.common.model.RunWay.Kind.FASTEST;
import static io.rrrspec.common.model.RunWay.Kind.PLAIN;
import static io.rrrspec.persister.record.RunBuilder.START;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.RunWay;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What whole runs have cost. */
class RunCostsTest extends ArchiveContract {
  private void save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
  }

  private static RunBuilder plain() {
    return aRun().way(PLAIN, 2);
  }

  private List<RunCost> found() {
    return found(1, 9);
  }

  private List<RunCost> found(int least, int most) {
    return new RunCosts(database).newest("myclass", 2, least, most, 9);
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

  private static RunBuilder add(RunBuilder run, String spec, String slave, int from, int to) {
    return run.task(
        spec, TaskStatus.PASSED, trial(run, spec, slave, from, to, TrialVerdict.PASSED));
  }

  private static RunCost cost(RunWay.Kind way, boolean good, int took, int processor) {
    return new RunCost(way, good, Duration.ofMillis(took), Duration.ofMillis(processor));
  }

  @Test
  void aRunCostsWhatItsTrialsTookTogether() {
    RunBuilder run = aRun().way(FASTEST, 2);
    add(run, "A", "1", 100, 900);
    add(run, "B", "2", 150, 400);
    add(run, "C", "2", 400, 1_000);
    save(run);
    assertThat(found()).containsExactly(cost(FASTEST, true, 900, 800 + 250 + 600));
  }

  @Test
  void runsOfWhichNobodyKnowsHowAndOfOtherMachinesAreLeftOut() {
    save(add(plain(), "A", "1", 0, 5));
    save(add(aRun(), "A", "1", 0, 6));
    save(add(aRun().way(PLAIN, 4), "A", "1", 0, 7));
    save(add(plain().ofClass("other"), "A", "1", 0, 8));
    save(add(plain().partial(), "A", "1", 0, 9));
    assertThat(found()).containsExactly(cost(PLAIN, true, 5, 5));
  }

  @Test
  void runsOfManyMoreOrFewerClassesAreNotEvenCounted() {
    save(add(plain(), "A", "1", 0, 1));
    for (int i = 0; i < 9; i++) {
      save(add(add(plain(), "A", "1", 0, 2), "B", "1", 2, 3));
    }
    assertThat(found(1, 1)).containsExactly(cost(PLAIN, true, 1, 1));
    assertThat(found(2, 9)).hasSize(9);
    assertThat(found(3, 9)).isEmpty();
  }

  @Test
  void whatWasNotGoodAtOnceIsNoMeasure() {
    RunBuilder flaky = add(plain(), "A", "1", 0, 5);
    save(
        flaky.task(
            "B",
            TaskStatus.PASSED,
            trial(flaky, "B", "1", 5, 6, TrialVerdict.BAD),
            trial(flaky, "B", "1", 6, 7, TrialVerdict.PASSED)));
    RunBuilder lost = add(plain(), "A", "1", 0, 5);
    save(
        lost.task(
            "B",
            TaskStatus.PASSED,
            lost.openTrial("B"),
            trial(lost, "B", "1", 6, 7, TrialVerdict.PASSED)));
    save(plain().passed("A", 5));
    save(add(plain(), "A", "1", 0, 5).ended(TasksetStatus.FAILED).failed("B", 9));
    assertThat(found()).hasSize(4).noneMatch(RunCost::good);
  }

  @Test
  void aClassThatWasNotRunAtAllMakesARunNoMeasure() {
    RunBuilder run = add(plain(), "A", "1", 0, 5);
    archive.saveFinished(run.taskset(2), run.tasks());
    assertThat(found()).extracting(RunCost::good).containsExactly(false);
  }

  @Test
  void theNewestComeFirst() {
    for (int i = 1; i <= 10; i++) {
      save(add(plain(), "A", "1", 0, i));
    }
    assertThat(found()).hasSize(9);
    assertThat(found().get(0).took()).hasMillis(10);
    assertThat(found().get(8).took()).hasMillis(2);
  }
}
