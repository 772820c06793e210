package io.rrrspec.persister.record;

import static io.rrrspec.persister.record.RunBuilder.SLAVE;
import static io.rrrspec.persister.record.RunBuilder.START;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.persister.record.RunTasks.Which;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What belongs to one run, read in pages. */
class RunPartsTest extends ArchiveContract {
  private long save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
    return new Runs(database).find(run.id()).orElseThrow().number();
  }

  /** Of nine tasks the third, sixth and ninth failed, twice each; the second was lost once. */
  private static RunBuilder mixed() {
    RunBuilder run = aRun();
    for (int i = 1; i <= 9; i++) {
      String spec = "Some" + i;
      if (i % 3 == 0) {
        Trial first = run.trial(spec, TrialVerdict.BAD, 10, testCase("a", Outcome.FAILED));
        Trial second =
            run.trial(
                spec,
                TrialVerdict.BAD,
                20,
                testCase("a", Outcome.ERROR),
                testCase("b", Outcome.FAILED));
        run.task(spec, TaskStatus.FAILED, first, second);
      } else if (i == 2) {
        Trial lost = run.trial(spec, TrialVerdict.LOST, 5);
        run.task(spec, TaskStatus.PASSED, lost, run.trial(spec, TrialVerdict.PASSED, 10));
      } else {
        run.passed(spec, i);
      }
    }
    return run;
  }

  private List<Integer> numbers(long run, Which which, int perPage) {
    RunTasks tasks = new RunTasks(database);
    List<Integer> numbers = new ArrayList<>();
    List<TaskLine> page = tasks.page(run, which, 0, perPage);
    while (!page.isEmpty()) {
      page.forEach(task -> numbers.add(task.taskNo()));
      page = tasks.page(run, which, numbers.get(numbers.size() - 1), perPage);
    }
    assertThat(tasks.count(run, which)).isEqualTo(numbers.size());
    return numbers;
  }

  @Test
  void theTestsOfAllTasksAreCountedWhenTheRunIsSaved() {
    long run = save(mixed());

    // The tests of the second trial of each of three tasks that failed; the other ones have none.
    assertThat(new Runs(database).find(run).orElseThrow().tests())
        .isEqualTo(new TestCounts(6, 0, 0));
  }

  @Test
  void tasksPageByPageAndOnlyThoseThatFailedOrWereRetried() {
    save(mixed());
    long run = save(mixed());
    assertThat(numbers(run, Which.ALL, 2)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(numbers(run, Which.FAILED, 2)).containsExactly(3, 6, 9);
    assertThat(numbers(run, Which.RETRIED, 3)).containsExactly(2, 3, 6, 9);
    assertThat(new RunTasks(database).page(run, Which.ALL, 1, 2))
        .containsExactly(
            new TaskLine(
                2, "Some2", TaskStatus.PASSED, Duration.ofMillis(1234), Duration.ofMillis(10), 2),
            new TaskLine(3, "Some3", TaskStatus.FAILED, Duration.ofMillis(1234), null, 2));
    assertThat(new RunTasks(database).page(run + 1, Which.ALL, 0, 10)).isEmpty();
  }

  @Test
  void trialsPageByPageWithWhatOneOfThemWrote() {
    long run = save(mixed());
    RunTrials trials = new RunTrials(database);
    List<TrialLine> all = new ArrayList<>();
    List<TrialLine> page = trials.page(run, 0, 0, 4);
    while (!page.isEmpty()) {
      all.addAll(page);
      TrialLine last = all.get(all.size() - 1);
      page = trials.page(run, last.taskNo(), last.trialNo(), 4);
    }
    assertThat(all)
        .extracting(TrialLine::taskNo)
        .containsExactly(1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9);
    assertThat(all.subList(1, 5)).extracting(TrialLine::trialNo).containsExactly(0, 1, 0, 1);
    TrialLine lost = all.get(1);
    assertThat(lost.specFile()).isEqualTo("Some2");
    assertThat(lost.slave()).isEqualTo(SLAVE);
    assertThat(lost.verdict()).isEqualTo(TrialVerdict.LOST);
    assertThat(lost.startedAt()).isEqualTo(START);
    assertThat(lost.finishedAt()).isEqualTo(START.plusMillis(5));
    assertThat(trials.ofTask(run, 2)).isEqualTo(all.subList(1, 3));
    assertThat(trials.output(run, 2, 0).orElseThrow().stdout()).isEqualTo("out of Some2");
    assertThat(trials.output(run, 2, 7)).isEmpty();
    assertThat(trials.cases(run, 3, 1)).extracting(c -> c.name()).containsExactly("a", "b");
    assertThat(trials.cases(run, 4, 0)).isEmpty();
  }

  @Test
  void failuresPageByPage() {
    long run = save(mixed());
    RunFailures failures = new RunFailures(database);
    List<FailedTest> all = new ArrayList<>();
    List<FailedTest> page = failures.page(run, null, 2);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = failures.page(run, all.get(all.size() - 1), 2);
    }
    assertThat(all)
        .extracting(f -> f.taskNo() + " " + f.trialNo() + " " + f.name())
        .containsExactly(
            "3 0 a", "3 1 a", "3 1 b", "6 0 a", "6 1 a", "6 1 b", "9 0 a", "9 1 a", "9 1 b");
    FailedTest error = all.get(1);
    assertThat(error.specFile()).isEqualTo("Some3");
    assertThat(error.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(error.message()).isEqualTo("no a");
    assertThat(failures.count(run)).isEqualTo(9);
  }

  @Test
  void slavesAndWorkersWithTheirLogs() {
    RunBuilder built = mixed();
    long run = save(built);
    String log = built.key() + ":worker_log:w";
    archive.saveLogs(
        built.key(),
        "log",
        List.of(
            new Slave(SLAVE + "2", SlaveStatus.NORMAL_EXIT, List.of(), ""),
            new Slave(SLAVE, SlaveStatus.NORMAL_EXIT, List.of(), "slave says")),
        List.of(
            new WorkerLog(
                log, "w", built.key(), START, START.plusMillis(1), null, null, "worker says")),
        List.<Trial>of().iterator());
    RunWorkers workers = new RunWorkers(database);
    assertThat(workers.slaves(run, 10))
        .extracting(s -> s.key())
        .containsExactly(SLAVE, SLAVE + "2");
    assertThat(workers.slaves(run, 1)).hasSize(1);
    assertThat(workers.slaveLog(run, SLAVE)).isEqualTo("slave says");
    assertThat(workers.slaveLog(run, SLAVE + "2")).isEmpty();
    assertThat(workers.workers(run, 10))
        .containsExactly(
            new RunWorkers.WorkerLine(log, "w", START, START.plusMillis(1), null, null));
    assertThat(workers.workerLog(run, log)).isEqualTo("worker says");
  }

  @Test
  void theHistoryOfOneTestIsReadFromTheTrialsOfItsClass() {
    List<Long> runs = List.of(save(mixed()), save(mixed()), save(aRun().passed("Some3", 1)));
    List<TestResult> history =
        new TestHistories(database).find("myclass", "Some3", "com.foo.BarTest", "a", 10);
    assertThat(history)
        .extracting(t -> List.of(t.run(), (long) t.trialNo()))
        .containsExactly(
            List.of(runs.get(1), 0L),
            List.of(runs.get(1), 1L),
            List.of(runs.get(0), 0L),
            List.of(runs.get(0), 1L));
    assertThat(history.get(1).outcome()).isEqualTo(Outcome.ERROR);
    assertThat(history.get(1).message()).isEqualTo("no a");
    assertThat(new TestHistories(database).find("myclass", "Some3", "com.foo.BarTest", "a", 2))
        .hasSize(2);
    assertThat(new TestHistories(database).find("other", "Some3", "com.foo.BarTest", "a", 2))
        .isEmpty();
  }
}
