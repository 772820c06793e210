package io.rrrspec.persister.db;

import static io.rrrspec.persister.db.RunBuilder.aRun;
import static io.rrrspec.persister.db.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.model.WorkerLog;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database has to do alike: a subclass each says where its database is. */
abstract class ArchiveContract {
  private Database database;
  private TasksetArchive archive;
  private RunReader reader;
  private ClassHistory history;

  /** The URL of an empty database. */
  abstract String url() throws Exception;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(url());
    archive = new TasksetArchive(database);
    reader = new RunReader(database);
    history = new ClassHistory(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void whatWasSavedIsReadBack() {
    RunBuilder run = aRun();
    CaseResult trace =
        new CaseResult("com.foo.BarTest", "b", Outcome.ERROR, 7, "boom", "x.Boom", "at x\nat y");
    Trial bad = run.trial("com.foo.BarTest", TrialVerdict.BAD, 40, trace);
    Trial good =
        run.trial("com.foo.BarTest", TrialVerdict.PASSED, 30, testCase("b", Outcome.PASSED));
    run.task("com.foo.BarTest", TaskStatus.PASSED, bad, good).passed("com.foo.BazTest", 5);

    assertThat(archive.saveFinished(run.taskset(), run.tasks())).isTrue();

    assertThat(archive.isSaved(run.id())).isTrue();
    assertThat(reader.find(run.id())).contains(run.taskset());
    assertThat(reader.tasks(run.id())).containsExactlyElementsOf(tasksOf(run));
    assertThat(reader.trials(run.id(), "com.foo.BarTest")).containsExactly(bad, good);
    assertThat(reader.find("unknown")).isEmpty();
  }

  @Test
  void aRepeatChangesNothingAndReadsNoTask() {
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    archive.saveFinished(run.taskset(), run.tasks());

    Iterator<FinishedTask> untouchable =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            throw new AssertionError("a repeat needs no task");
          }

          @Override
          public FinishedTask next() {
            throw new AssertionError("a repeat needs no task");
          }
        };
    assertThat(archive.saveFinished(run.taskset(), untouchable)).isFalse();

    assertThat(reader.recent(10)).containsExactly(run.taskset());
    assertThat(reader.tasks(run.id())).hasSize(1);
  }

  @Test
  void afterACrashInTheMiddleNothingIsThereAndTheRepeatBringsAll() {
    RunBuilder run = aRun();
    Iterator<FinishedTask> whole = run.manyTasks(2_000, "");
    Iterator<FinishedTask> broken =
        new Iterator<>() {
          private int taken;

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public FinishedTask next() {
            if (++taken > 1_500) {
              throw new IllegalStateException("the connection to Redis is gone");
            }
            return whole.next();
          }
        };

    assertThatThrownBy(() -> archive.saveFinished(run.taskset(2_000), broken))
        .isInstanceOf(IllegalStateException.class);
    assertThat(archive.isSaved(run.id())).isFalse();
    assertThat(count("task") + count("trial") + count("taskset")).isZero();

    archive.saveFinished(run.taskset(2_000), run.manyTasks(2_000, ""));
    assertThat(count("task")).isEqualTo(2_000);
    assertThat(count("trial")).isEqualTo(2_000);
  }

  @Test
  void twoPersistersAtOnceSaveARunOnce() throws Exception {
    RunBuilder run = aRun();
    CyclicBarrier together = new CyclicBarrier(2);
    List<CompletableFuture<Boolean>> both =
        Collections.nCopies(2, run).stream()
            .map(
                r ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          await(together);
                          return archive.saveFinished(r.taskset(300), r.manyTasks(300, ""));
                        }))
            .toList();

    assertThat(List.of(both.get(0).get(), both.get(1).get())).containsOnlyOnce(true);
    assertThat(count("taskset")).isEqualTo(1);
    assertThat(count("task")).isEqualTo(300);
  }

  @Test
  void aTasksetThatIsNotOverIsRefused() {
    RunBuilder run = aRun().ended(TasksetStatus.RUNNING);
    assertThatThrownBy(() -> archive.saveFinished(run.taskset(), run.tasks()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTaskOrTrialThatIsListedTwiceIsSavedOnce() {
    RunBuilder run = aRun();
    Trial trial = run.trial("com.foo.BarTest", TrialVerdict.PASSED, 5);
    run.task("com.foo.BarTest", TaskStatus.PASSED, trial, trial).passed("com.foo.BarTest", 6);
    archive.saveFinished(run.taskset(), run.tasks());
    assertThat(reader.trials(run.id(), "com.foo.BarTest")).containsExactly(trial);
  }

  @Test
  void logsAreReplacedByWhatARepeatBringsAndKeptOtherwise() {
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    archive.saveFinished(run.taskset(), run.tasks());
    String other = "rrrspec:worker:host2:slave:1";
    List<Slave> slaves =
        List.of(
            new Slave(RunBuilder.SLAVE, SlaveStatus.ALIVE, List.of(), "early"),
            new Slave(other, SlaveStatus.NORMAL_EXIT, List.of(), "other"));
    WorkerLog worker = workerLog(run, "begun");
    assertThat(archive.areLogsSaved(run.id())).isFalse();

    archive.saveLogs(run.key(), "log 1", slaves, List.of(worker), Collections.emptyIterator());
    Slave ended = new Slave(RunBuilder.SLAVE, SlaveStatus.TIMEOUT_EXIT, List.of(), "late");
    WorkerLog done = workerLog(run, "begun and done");
    for (int i = 0; i < 2; i++) {
      archive.saveLogs(
          run.key(), "log 2", List.of(ended), List.of(done), Collections.emptyIterator());
    }
    archive.saveLogs(run.key(), "", List.of(), List.of(), Collections.emptyIterator());

    assertThat(archive.areLogsSaved(run.id())).isTrue();
    assertThat(reader.log(run.id())).isEqualTo("log 2");
    assertThat(reader.workerLogs(run.id())).containsExactly(done);
    String trial = reader.tasks(run.id()).get(0).trials().get(0);
    assertThat(reader.slaves(run.id()))
        .containsExactly(
            new Slave(RunBuilder.SLAVE, SlaveStatus.TIMEOUT_EXIT, List.of(trial), "late"),
            slaves.get(1));
  }

  @Test
  void logsOfATasksetThatWasNotSavedAreRefused() {
    assertThatThrownBy(
            () ->
                archive.saveLogs(
                    aRun().key(), "log", List.of(), List.of(), Collections.emptyIterator()))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("not in the database");
  }

  @Test
  void trialsThatEndLateAreAddedOrFilledInOnce() {
    RunBuilder run = aRun();
    Trial good = run.trial("com.foo.BarTest", TrialVerdict.PASSED, 5);
    Trial open = run.openTrial("com.foo.BarTest");
    run.task("com.foo.BarTest", TaskStatus.PASSED, good, open);
    archive.saveFinished(run.taskset(), run.tasks());
    assertThat(reader.openTrials(run.id())).containsExactly(open.key());

    Trial ended = withKey(run.trial("com.foo.BarTest", TrialVerdict.SUPERSEDED, 9), open.key());
    Trial added = run.trial("com.foo.BarTest", TrialVerdict.SUPERSEDED, 11);
    Trial rewritten = withKey(run.trial("com.foo.BarTest", TrialVerdict.LOST, 11), good.key());
    Trial foreign = aRun().trial("com.foo.BarTest", TrialVerdict.LOST, 1);
    for (int i = 0; i < 2; i++) {
      archive.saveLogs(
          run.key(),
          "",
          List.of(),
          List.of(),
          List.of(ended, added, rewritten, foreign).iterator());
    }

    assertThat(reader.openTrials(run.id())).isEmpty();
    assertThat(reader.trials(run.id(), "com.foo.BarTest")).containsExactly(good, ended, added);
    assertThat(history.estimates("myclass").get("com.foo.BarTest")).hasMillis(5);
  }

  @Test
  void hostileTextIsStoredWithoutWhatNoColumnTakes() {
    String hostile = "nul \0 high \uD83D low \uDE00 pair \uD83D\uDE00 '\"\\;--%s ${x} :y";
    String clean = "nul \uFFFD high \uFFFD low \uFFFD pair \uD83D\uDE00 '\"\\;--%s ${x} :y";
    RunBuilder run = aRun().ofClass(hostile);
    CaseResult failed =
        new CaseResult(hostile, hostile, Outcome.FAILED, 1, hostile, hostile, hostile);
    Trial trial = run.trial(hostile, TrialVerdict.BAD, 5, failed);
    run.task(hostile, TaskStatus.FAILED, trial);
    archive.saveFinished(run.taskset(), run.tasks());
    Slave slave = new Slave(hostile, SlaveStatus.ALIVE, List.of(), hostile);
    archive.saveLogs(run.key(), hostile, List.of(slave), List.of(), Collections.emptyIterator());

    assertThat(reader.find(run.id()).orElseThrow().tasksetClass()).isEqualTo(clean);
    assertThat(reader.tasks(run.id()).get(0).specFile()).isEqualTo(clean);
    assertThat(reader.log(run.id())).startsWith("nul \0 high ? low ? pair \uD83D\uDE00");
    assertThat(history.failedLast(hostile)).containsExactly(clean);
    assertThat(count("failed_case")).isEqualTo(1);
  }

  @Test
  void commandLinesOfThousandsOfCharactersAreTasks() {
    String prefix = "echo " + "x".repeat(20_000);
    RunBuilder run = aRun().passed(prefix + "1", 5).passed(prefix + "2", 6).passed("A", 7);
    run.passed("a", 8).passed("a ", 9);
    archive.saveFinished(run.taskset(), run.tasks());
    assertThat(reader.tasks(run.id())).containsExactlyElementsOf(tasksOf(run));
    assertThat(reader.trials(run.id(), prefix + "2")).hasSize(1);
    assertThat(history.estimates("myclass")).hasSize(5);
  }

  @Test
  void textsOfMegabytesThatDoNotCompressAreKept() {
    byte[] noise = new byte[3 << 20];
    new Random(1).nextBytes(noise);
    String log = Base64.getEncoder().encodeToString(noise) + "é";
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(run.key(), log, List.of(), List.of(), Collections.emptyIterator());
    assertThat(reader.log(run.id()).getBytes(StandardCharsets.UTF_8))
        .isEqualTo(log.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void failedTestsGetARowAndFlakyOnesAreMarked() {
    RunBuilder run = aRun();
    Trial first =
        run.trial(
            "com.foo.BarTest",
            TrialVerdict.BAD,
            5,
            testCase("flaky", Outcome.FAILED),
            testCase("broken", Outcome.ERROR),
            testCase("skipped", Outcome.SKIPPED),
            testCase("fine", Outcome.PASSED));
    Trial second =
        run.trial(
            "com.foo.BarTest",
            TrialVerdict.BAD,
            5,
            testCase("flaky", Outcome.PASSED),
            testCase("broken", Outcome.ERROR));
    run.task("com.foo.BarTest", TaskStatus.FAILED, first, second);
    archive.saveFinished(run.taskset(), run.tasks());

    List<String> rows =
        database.read(
            handle ->
                handle
                    .createQuery("SELECT * FROM failed_case ORDER BY trial_no, case_no")
                    .map(
                        (row, context) ->
                            row.getInt("trial_no")
                                + " "
                                + row.getString("name")
                                + " "
                                + row.getString("outcome")
                                + " "
                                + row.getBoolean("flaky"))
                    .list());
    assertThat(rows)
        .containsExactly("0 flaky failed true", "0 broken error false", "1 broken error false");
  }

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
  void theLastSavedComeFirst() {
    List<RunBuilder> runs = List.of(aRun(), aRun(), aRun());
    runs.forEach(run -> archive.saveFinished(run.taskset(), run.tasks()));
    assertThat(reader.recent(2))
        .extracting(Taskset::id)
        .containsExactly(runs.get(2).id(), runs.get(1).id());
  }

  @Test
  void tenThousandTasksAreSavedAndTheTimeIsPrinted() {
    StringBuilder output = new StringBuilder();
    Random random = new Random(1);
    while (output.length() < 2_000) {
      output.append("INFO request ").append(random.nextInt(100_000)).append(" took 3 ms\n");
    }
    RunBuilder run = aRun();
    long begin = System.nanoTime();
    archive.saveFinished(run.taskset(10_000), run.manyTasks(10_000, output.toString()));
    long saved = System.nanoTime();
    int estimates = history.estimates("myclass").size();
    long estimated = System.nanoTime();
    System.out.printf(
        "%s: 10,000 tasks with 2 kB each saved in %d ms, estimates in %d ms%n",
        getClass().getSimpleName(), (saved - begin) / 1_000_000, (estimated - saved) / 1_000_000);
    assertThat(estimates).isEqualTo(10_000);
    assertThat(count("trial")).isEqualTo(10_000);
  }

  private int count(String table) {
    return database.read(
        handle -> handle.createQuery("SELECT COUNT(*) FROM " + table).mapTo(Integer.class).one());
  }

  private static List<Task> tasksOf(RunBuilder run) {
    List<Task> tasks = new java.util.ArrayList<>();
    run.tasks().forEachRemaining(finished -> tasks.add(finished.task()));
    return tasks;
  }

  private static Trial withKey(Trial t, String key) {
    return new Trial(
        key,
        t.taskKey(),
        t.slaveKey(),
        t.startedAt(),
        t.finishedAt(),
        TrialStatus.ERROR,
        t.verdict(),
        t.stdout(),
        t.stderr(),
        t.passed(),
        t.pending(),
        t.failed(),
        t.cases(),
        t.reason(),
        t.threadsLeft());
  }

  private static WorkerLog workerLog(RunBuilder run, String log) {
    return new WorkerLog(
        run.key() + ":worker_log:rrrspec:worker:host1",
        "rrrspec:worker:host1",
        run.key(),
        RunBuilder.START,
        RunBuilder.START.plusMillis(10),
        null,
        RunBuilder.START.plusSeconds(3),
        log);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
