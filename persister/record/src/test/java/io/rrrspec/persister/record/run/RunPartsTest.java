package io.rrrspec.persister.record.run;

import static io.rrrspec.persister.record.RunBuilder.SLAVE;
import static io.rrrspec.persister.record.RunBuilder.START;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.PlacedJvm;
import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.FailedTest;
import io.rrrspec.common.run.RunSlave;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun.PlacedTrial;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.run.TaskOrder;
import io.rrrspec.common.run.TestCounts;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.database.StatementCount;
import io.rrrspec.persister.record.history.TestHistories;
import io.rrrspec.persister.record.history.TestResult;
import io.rrrspec.persister.record.save.FinishedTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What belongs to one run, read in pages. */
class RunPartsTest extends ArchiveContract {
  private RunInSql save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
    return RunInSql.find(database, run.id()).orElseThrow();
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

  private static List<Integer> numbers(RunInSql run, TaskFilter filter, int perPage) {
    List<Integer> numbers = new ArrayList<>();
    List<RunTask> page = run.tasks(filter, 0, perPage);
    while (!page.isEmpty()) {
      page.forEach(task -> numbers.add(task.no()));
      page = run.tasks(filter, numbers.get(numbers.size() - 1), perPage);
    }
    assertThat(run.count(filter)).isEqualTo(numbers.size());
    return numbers;
  }

  @Test
  void theTestsOfAllTasksAreCountedWhenTheRunIsSaved() {
    // Of the second trials of three tasks that failed, which counted no failed test but themselves.
    assertThat(save(mixed()).tests()).contains(new TestCounts(6, 0, 3, 0));
  }

  /** A trial in which one test passed, one was skipped and one failed and is muted. */
  private static Trial withMuted(RunBuilder run, String spec, TrialVerdict verdict) {
    Trial made =
        run.trial(
            spec,
            verdict,
            10,
            testCase("a", Outcome.PASSED),
            testCase("b", Outcome.SKIPPED),
            testCase("c", Outcome.MUTED));
    return new Trial(
        made.key(),
        made.taskKey(),
        made.slaveKey(),
        made.startedAt(),
        made.finishedAt(),
        made.status(),
        verdict,
        "",
        "",
        1,
        2,
        0,
        made.cases(),
        null,
        0);
  }

  @Test
  void mutedTestsAreCountedInTheTrialThatDecided() {
    RunBuilder run = aRun();
    run.task("Once", TaskStatus.PENDING, withMuted(run, "Once", TrialVerdict.PENDING));
    run.task(
        "Again",
        TaskStatus.PENDING,
        withMuted(run, "Again", TrialVerdict.BAD),
        withMuted(run, "Again", TrialVerdict.PENDING));
    run.task(
        "Never",
        TaskStatus.FAILED,
        withMuted(run, "Never", TrialVerdict.BAD),
        withMuted(run, "Never", TrialVerdict.BAD));
    run.passed("Else", 1);
    assertThat(save(run).tests()).contains(new TestCounts(3, 6, 1, 3));
    assertThat(save(mixed()).tests().orElseThrow().muted()).isZero();
  }

  private static List<Integer> sorted(RunInSql run, TaskOrder order, int from, int limit) {
    return run.sorted(TaskFilter.ALL, name -> true, order, from, limit).stream()
        .map(RunTask::no)
        .toList();
  }

  @Test
  void tasksInOtherOrdersAndOnlyThoseOfSomeNames() {
    RunInSql run = save(mixed());
    assertThat(sorted(run, TaskOrder.OUTCOME, 0, 5)).containsExactly(3, 6, 9, 1, 2);
    assertThat(sorted(run, TaskOrder.OUTCOME, 5, 5)).containsExactly(4, 5, 7, 8);
    // Those that failed took 20 ms, the second one 10.
    assertThat(sorted(run, TaskOrder.TIME, 0, 6)).containsExactly(3, 6, 9, 2, 8, 7);
    assertThat(sorted(run, TaskOrder.RUN, 7, 5)).containsExactly(8, 9);
    assertThat(sorted(run, TaskOrder.NAME, 9, 5)).isEmpty();
    assertThat(run.sorted(TaskFilter.RETRIED, name -> !name.equals("Some3"), TaskOrder.NAME, 0, 9))
        .extracting(RunTask::no)
        .containsExactly(2, 6, 9);
    assertThat(run.sorted(TaskFilter.ALL, name -> true, TaskOrder.RUN, 1, 2))
        .isEqualTo(run.tasks(TaskFilter.ALL, 1, 2));
    assertThat(sorted(gone(run), TaskOrder.RUN, 0, 10)).isEmpty();
    // Far from each other, so that they are read in several steps.
    RunBuilder many = aRun();
    for (int i = 1; i <= 300; i++) {
      many.passed("Some" + i, i % 100 == 0 ? 10_000 - i : i);
    }
    assertThat(sorted(save(many), TaskOrder.TIME, 0, 4)).containsExactly(100, 200, 300, 299);
  }

  @Test
  void tasksPageByPageAndOnlyThoseThatFailedOrWereRetried() {
    save(mixed());
    RunInSql run = save(mixed());
    assertThat(numbers(run, TaskFilter.ALL, 2)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(numbers(run, TaskFilter.FAILED, 2)).containsExactly(3, 6, 9);
    assertThat(numbers(run, TaskFilter.RETRIED, 3)).containsExactly(2, 3, 6, 9);
    List<RunTask> page = run.tasks(TaskFilter.ALL, 1, 2);
    assertThat(page).extracting(RunTask::no).containsExactly(2, 3);
    assertThat(page).extracting(RunTask::specFile).containsExactly("Some2", "Some3");
    assertThat(page)
        .extracting(RunTask::status)
        .containsExactly(TaskStatus.PASSED, TaskStatus.FAILED);
    assertThat(page)
        .extracting(task -> task.task().estimate())
        .containsOnly(Duration.ofMillis(1234));
    assertThat(page).extracting(RunTask::duration).containsExactly(Duration.ofMillis(10), null);
    assertThat(page).extracting(task -> task.trials().size()).containsExactly(2, 2);
    assertThat(run.task("Some3")).contains(page.get(1));
    assertThat(run.task(3)).contains(page.get(1));
    assertThat(run.task(10)).isEmpty();
    assertThat(run.task("Some10")).isEmpty();
    assertThat(gone(run).tasks(TaskFilter.ALL, 0, 10)).isEmpty();
  }

  /** A run of a number that none has. */
  private RunInSql gone(RunInSql run) {
    SavedRun saved = new Runs(database).find(run.number()).orElseThrow();
    return new RunInSql(
        database, new SavedRun(run.number() + 1, 0, true, saved.taskset(), saved.tests()));
  }

  @Test
  void aRunThatIsDeletedMeanwhileIsNotToldInPart() {
    RunInSql gone = gone(save(mixed()));
    assertThatThrownBy(() -> gone.eachTask(Detail.WHOLE, tasks -> {}))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("was deleted while it was read");
    assertThatThrownBy(() -> gone.eachSlave(slave -> {})).isInstanceOf(ServiceException.class);
    assertThatThrownBy(() -> gone.eachWorker(worker -> {})).isInstanceOf(ServiceException.class);
  }

  @Test
  void trialsTaskByTaskWithWhatOneOfThemWrote() {
    RunInSql run = save(mixed());
    List<RunTask> tasks = new ArrayList<>();
    run.eachTask(Detail.OUTLINE, tasks::addAll);
    assertThat(tasks)
        .extracting(task -> task.trials().size())
        .containsExactly(1, 2, 2, 1, 1, 2, 1, 1, 2);
    Trial lost = tasks.get(1).trials().get(0);
    assertThat(tasks.get(1).trials()).extracting(tasks.get(1)::trialNo).containsExactly(0, 1);
    assertThat(lost.slaveKey()).isEqualTo(SLAVE);
    assertThat(lost.verdict()).isEqualTo(TrialVerdict.LOST);
    assertThat(lost.startedAt()).isEqualTo(START);
    assertThat(lost.finishedAt()).isEqualTo(START.plusMillis(5));
    assertThat(lost.stdout()).isEmpty();
    assertThat(run.trial(2, 0).orElseThrow().stdout()).isEqualTo("out of Some2");
    assertThat(run.trial(2, 7)).isEmpty();
    assertThat(run.trial(3, 1).orElseThrow().cases())
        .extracting(c -> c.name())
        .containsExactly("a", "b");
    assertThat(run.trial(4, 0).orElseThrow().cases()).isEmpty();
    List<RunTask> whole = new ArrayList<>();
    run.eachTask(Detail.WHOLE, whole::addAll);
    assertThat(whole.get(1).trials().get(0)).isEqualTo(run.trial(2, 0).orElseThrow());
  }

  @Test
  void trialsByWhereTheyAre() {
    save(mixed());
    RunInSql run = save(mixed());
    List<PlacedTrial> expected = new ArrayList<>();
    run.eachTask(
        Detail.OUTLINE,
        tasks ->
            tasks.forEach(
                task ->
                    task.trials()
                        .forEach(
                            trial ->
                                expected.add(
                                    new PlacedTrial(
                                        task.no(),
                                        task.trialNo(trial),
                                        trial.key(),
                                        trial.slaveKey())))));
    List<PlacedTrial> found = new ArrayList<>();
    run.eachTrial(found::add);
    assertThat(found).hasSize(13).isEqualTo(expected);
    assertThatThrownBy(() -> gone(run).eachTrial(trial -> {})).isInstanceOf(ServiceException.class);
  }

  /** One more each than the rows take: whether the run is still there. */
  @Test
  void eachAnswerTakesFewStatements() {
    RunInSql run = save(mixed());
    for (Detail detail : Detail.values()) {
      // The last one finds that no task is left.
      assertThat(StatementCount.of(database, () -> run.eachTask(detail, tasks -> {}))).isEqualTo(3);
    }
    assertThat(StatementCount.of(database, () -> run.tasks(TaskFilter.ALL, 0, 200))).isEqualTo(2);
    assertThat(StatementCount.of(database, () -> run.tasks(TaskFilter.RETRIED, 0, 200)))
        .isEqualTo(4);
    assertThat(StatementCount.of(database, () -> run.count(TaskFilter.RETRIED))).isEqualTo(2);
    assertThat(StatementCount.of(database, () -> run.task(3))).isEqualTo(2);
    assertThat(StatementCount.of(database, () -> run.task("Some3"))).isEqualTo(2);
    assertThat(StatementCount.of(database, () -> run.trial(3, 1))).isEqualTo(2);
    assertThat(StatementCount.of(database, () -> run.failures(500))).isEqualTo(2);
    assertThat(StatementCount.of(database, run::log)).isEqualTo(2);
    assertThat(StatementCount.of(database, () -> run.workers(200))).isEqualTo(2);
    assertThat(StatementCount.of(database, () -> run.slaves(200))).isEqualTo(2);
    assertThat(StatementCount.of(database, () -> run.eachWorker(worker -> {}))).isEqualTo(2);
    assertThat(StatementCount.of(database, () -> run.eachSlave(slave -> {}))).isEqualTo(2);
  }

  @Test
  void failuresTaskByTask() {
    RunInSql run = save(mixed());
    List<FailedTest> all = run.failures(1_000);
    assertThat(all)
        .extracting(f -> f.taskNo() + " " + f.trialNo() + " " + f.name())
        .containsExactly(
            "3 0 a", "3 1 a", "3 1 b", "6 0 a", "6 1 a", "6 1 b", "9 0 a", "9 1 a", "9 1 b");
    FailedTest error = all.get(1);
    assertThat(error.specFile()).isEqualTo("Some3");
    assertThat(error.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(error.message()).isEqualTo("no a");
    assertThat(run.failures(2)).isEqualTo(all.subList(0, 2));
  }

  @Test
  void failuresHaveTheirCauseAndThoseOfOlderVersionsTheirMessage() {
    String message = "no room for 3 items " + "\ud83d\ude00".repeat(400);
    String trace = "x\n\tat com.foo.Cart.add(Cart.java:7)";
    CaseResult test =
        new CaseResult(
            "com.foo.BarTest", "adds", Outcome.ERROR, 5, message, "x.Full", trace + "\0\ud83d");
    RunBuilder built = aRun();
    Trial bad = built.trial("com.foo.BarTest", TrialVerdict.BAD, 10, test);
    RunInSql run = save(built.task("com.foo.BarTest", TaskStatus.FAILED, bad));

    FailedTest saved = run.failures(10).get(0);
    FinishedTask finished = built.tasks().next();
    assertThat(List.of(saved))
        .as("what Redis tells")
        .isEqualTo(FailedTest.of(new RunTask(1, finished.task(), finished.trials())));
    assertThat(saved.cause())
        .startsWith("x.Full: no room for # items")
        .endsWith(" at com.foo.Cart.add");
    assertThat(saved.message()).startsWith("no room for 3 items").endsWith("…").hasSize(299);

    database.transaction(handle -> handle.execute("UPDATE failed_case SET cause = NULL"));
    assertThat(run.failures(10).get(0).cause()).startsWith("no room for # items");
  }

  @Test
  void slavesAndWorkersWithTheirLogs() {
    RunBuilder built = mixed();
    RunInSql run = save(built);
    String log = built.key() + ":worker_log:w";
    ProcessorUse use =
        new ProcessorUse(2, START, Duration.ofMillis(500), Collections.nCopies(120, 100));
    archive.saveLogs(
        built.key(),
        "log",
        List.of(
            new Slave(SLAVE + "2", SlaveStatus.NORMAL_EXIT, List.of(), ""),
            new Slave(SLAVE, SlaveStatus.NORMAL_EXIT, List.of(), "slave says")),
        List.of(
            new WorkerLog(
                log,
                "w",
                built.key(),
                START,
                START.plusMillis(1),
                null,
                null,
                "3 slaves: x",
                use,
                "worker says")),
        List.<Trial>of().iterator());
    assertThat(run.slaves(10)).extracting(RunSlave::key).containsExactly(SLAVE, SLAVE + "2");
    assertThat(run.slaves(10)).extracting(RunSlave::log).containsOnly("");
    assertThat(run.slaves(1)).hasSize(1);
    assertThat(run.slaveLog(SLAVE)).isEqualTo("slave says");
    assertThat(run.slaveLog(SLAVE + "2")).isEmpty();
    assertThat(run.workers(10))
        .containsExactly(
            new WorkerLog(
                log,
                "w",
                built.key(),
                START,
                START.plusMillis(1),
                null,
                null,
                "3 slaves: x",
                use,
                ""));
    assertThat(run.workerLog(log)).isEqualTo("worker says");
    assertThat(run.log()).isEqualTo("log");
  }

  @Test
  void slavesOfSeveralLaunchesKeepWhatTheirJvmsWereStartedFor() {
    RunBuilder built = mixed();
    RunInSql run = save(built);
    PlacedJvm ended = new PlacedJvm("core", 3, START, START.plusMillis(700), START.plusMillis(900));
    PlacedJvm starting = new PlacedJvm("libs/app@it", 0, START.plusMillis(5), null, null);
    archive.saveLogs(
        built.key(),
        "",
        List.of(
            new Slave(SLAVE, SlaveStatus.NORMAL_EXIT, List.of(), "", ended),
            new Slave(SLAVE + "2", SlaveStatus.FAILURE_EXIT, List.of(), "", starting),
            new Slave(SLAVE + "3", SlaveStatus.NORMAL_EXIT, List.of(), "")),
        List.of(),
        List.<Trial>of().iterator());

    assertThat(run.slaves(10)).extracting(RunSlave::jvm).containsExactly(ended, starting, null);
  }

  @Test
  void slavesAndWorkersOfWhomThereAreMoreThanAreReadAtOnce() {
    RunBuilder built = mixed();
    RunInSql run = save(built);
    List<Slave> slaves = new ArrayList<>();
    for (int i = 100; i < 250; i++) {
      slaves.add(new Slave(SLAVE + i, SlaveStatus.NORMAL_EXIT, List.of(), "log " + i));
    }
    archive.saveLogs(built.key(), "", slaves, List.of(), List.<Trial>of().iterator());
    List<String> logs = new ArrayList<>();
    run.eachSlave(slave -> logs.add(slave.log()));
    assertThat(logs).isEqualTo(slaves.stream().map(Slave::log).toList());
  }

  @Test
  void theHistoryOfOneTestIsReadFromTheTrialsOfItsClass() {
    List<Long> runs =
        List.of(
            save(mixed()).number(),
            save(mixed()).number(),
            save(aRun().passed("Some3", 1)).number());
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
