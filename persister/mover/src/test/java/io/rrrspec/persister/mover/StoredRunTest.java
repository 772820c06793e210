package io.rrrspec.persister.mover;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.FailedTest;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.run.RunSlave;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.run.TestCounts;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.run.RunInSql;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every store of runs answers alike: a run is played in Redis, saved by the persister, and
 * read. The tests whose names begin with "difference" have all that is not alike, each with its
 * reason.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(StoredRunTest.Side.class)
class StoredRunTest {
  @RegisterExtension static final TestRedis redisServer = new TestRedis();

  /** Where a run is read. */
  enum Side {
    REDIS(null),
    H2(TestDatabase.H2),
    POSTGRESQL(TestDatabase.POSTGRESQL),
    MARIADB(TestDatabase.MARIADB);

    final @Nullable TestDatabase database;

    Side(@Nullable TestDatabase database) {
      this.database = database;
    }
  }

  @TempDir Path directory;

  @Parameter Side side = Side.REDIS;

  private final RedisConnection redis = redisServer.connection();
  private final Keys keys = redisServer.keys();
  private final TasksetStore tasksets = new TasksetStore(redis, keys);
  private @Nullable Database database;

  @BeforeEach
  void open() throws Exception {
    if (side.database != null) {
      database = Database.open(side.database.newUrl(directory));
    }
  }

  @AfterEach
  void close() {
    if (database != null) {
      database.close();
    }
  }

  /** A run that is over, and whose workers have left. */
  private StoredRun read(String key) {
    if (database == null) {
      return inRedis(key);
    }
    Persister persister =
        new Persister(
            new Stores(redis, keys),
            MessageQueue.persister(redis, keys, keys.server("p")),
            new TasksetArchive(database),
            new ClassHistory(database),
            InstantSource.system());
    // First the run, then its logs.
    assertThat(persister.step()).isTrue();
    assertThat(persister.step()).isTrue();
    return RunInSql.find(database, Keys.lastPart(key)).orElseThrow();
  }

  private StoredRun inRedis(String key) {
    return RunInRedis.of(tasksets.find(key).orElseThrow(), redis, keys);
  }

  private static List<RunTask> all(StoredRun run, Detail detail) {
    List<RunTask> all = new ArrayList<>();
    run.eachTask(detail, all::addAll);
    return all;
  }

  private static List<RunSlave> slavesByKey(StoredRun run) {
    List<RunSlave> slaves = new ArrayList<>();
    run.eachSlave(slaves::add);
    slaves.sort(Comparator.comparing(RunSlave::key));
    return slaves;
  }

  private static List<WorkerLog> workers(StoredRun run) {
    List<WorkerLog> workers = new ArrayList<>();
    run.eachWorker(workers::add);
    return workers;
  }

  @Test
  void theRunItselfAndItsLog() {
    String key = new EventfulRun(redis, keys).key;
    StoredRun run = read(key);

    Taskset taskset = run.taskset();
    assertThat(taskset).isEqualTo(tasksets.find(key).orElseThrow());
    assertThat(taskset.status()).isEqualTo(TasksetStatus.CANCELLED);
    assertThat(taskset.user()).isEqualTo("älice \uD83D\uDE00");
    assertThat(run.log()).isNotEmpty().isEqualTo(tasksets.log(key));
  }

  @Test
  void everyTaskWithTheOutlinesOfItsTrials() {
    List<RunTask> tasks = all(read(new EventfulRun(redis, keys).key), Detail.OUTLINE);

    assertThat(tasks).extracting(RunTask::no).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(tasks).extracting(RunTask::specFile).isEqualTo(EventfulRun.TASKS);
    assertThat(tasks)
        .extracting(task -> task.status().text())
        .containsExactly("passed", "passed", "failed", "pending", "passed", "passed", "", "");
    assertThat(tasks)
        .extracting(task -> task.trials().stream().map(Trial::verdict).toList())
        .containsExactly(
            List.of(TrialVerdict.PASSED),
            List.of(TrialVerdict.BAD, TrialVerdict.PASSED),
            List.of(TrialVerdict.BAD, TrialVerdict.BAD),
            List.of(TrialVerdict.PENDING),
            List.of(TrialVerdict.PASSED),
            List.of(TrialVerdict.LOST, TrialVerdict.PASSED),
            listOfNull(),
            List.of());
    assertThat(tasks.get(0).task().estimate()).isEqualTo(Duration.ofMillis(2_700));
    assertThat(tasks.get(1).task().estimate()).isNull();
    assertThat(tasks)
        .extracting(task -> task.duration() != null)
        .containsExactly(true, true, false, true, true, true, false, false);
    assertThat(tasks.get(6).trials()).extracting(Trial::status).containsExactly(TrialStatus.OPEN);
    for (RunTask task : tasks) {
      assertThat(task.task().trials()).isEqualTo(task.trials().stream().map(Trial::key).toList());
      for (Trial trial : task.trials()) {
        assertThat(trial.stdout() + trial.stderr()).isEmpty();
        assertThat(trial.cases()).isEmpty();
        assertThat(trial.taskKey()).isEqualTo(task.task().key());
      }
    }
  }

  private static List<TrialVerdict> listOfNull() {
    List<TrialVerdict> list = new ArrayList<>();
    list.add(null);
    return list;
  }

  @Test
  void tasksPageByPageByNameAndByNumber() {
    StoredRun run = read(new EventfulRun(redis, keys).key);
    List<RunTask> tasks = all(run, Detail.OUTLINE);

    for (TaskFilter filter : TaskFilter.values()) {
      List<RunTask> wanted = tasks.stream().filter(filter::takes).toList();
      assertThat(wanted).as("the run has all kinds").isNotEmpty();
      assertThat(run.count(filter)).isEqualTo(wanted.size());
      List<RunTask> found = new ArrayList<>();
      List<RunTask> page = run.tasks(filter, 0, 2);
      while (!page.isEmpty()) {
        found.addAll(page);
        page = run.tasks(filter, found.get(found.size() - 1).no(), 2);
      }
      assertThat(found).isEqualTo(wanted);
    }
    assertThat(run.tasks(TaskFilter.RETRIED, 0, 10))
        .extracting(RunTask::specFile)
        .containsExactly(EventfulRun.FLAKY, EventfulRun.BAD, EventfulRun.LOST);
    for (RunTask task : tasks) {
      assertThat(run.task(task.specFile())).contains(task);
      assertThat(run.task(task.no())).contains(task);
    }
    assertThat(run.task("nobody")).isEmpty();
    assertThat(run.task(9)).isEmpty();
    assertThatThrownBy(() -> run.tasks(TaskFilter.ALL, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> run.tasks(TaskFilter.ALL, 0, StoredRun.MAX_TASKS + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void trialsWithAllThatTheyLeft() {
    StoredRun run = read(new EventfulRun(redis, keys).key);
    List<RunTask> tasks = all(run, Detail.WHOLE);

    assertThat(tasks).extracting(RunTask::specFile).isEqualTo(EventfulRun.TASKS);
    Trial odd = tasks.get(4).trials().get(0);
    assertThat(odd.stdout()).isEqualTo(EventfulRun.LARGE);
    assertThat(odd.stderr()).isEqualTo(EventfulRun.ODD_TEXT);
    assertThat(odd.reason()).isEqualTo(EventfulRun.ODD_TEXT);
    assertThat(odd.threadsLeft()).isEqualTo(3);
    assertThat(tasks.get(2).trials().get(1).cases())
        .extracting(CaseResult::name, CaseResult::outcome, CaseResult::message)
        .containsExactly(
            tuple("first", Outcome.FAILED, EventfulRun.LONG_MESSAGE),
            tuple("second", Outcome.ERROR, EventfulRun.ODD_TEXT),
            tuple("third", Outcome.SKIPPED, "not today"));
    Trial lost = tasks.get(5).trials().get(0);
    assertThat(lost.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(lost.reason()).contains("host went");
    for (RunTask task : tasks) {
      for (Trial trial : task.trials()) {
        assertThat(run.trial(task.no(), task.trialNo(trial))).contains(trial);
      }
      assertThat(run.trial(task.no(), task.trials().size())).isEmpty();
      assertThat(run.trial(task.no(), -1)).isEmpty();
    }
    assertThat(run.trial(9, 0)).isEmpty();
  }

  @Test
  void itsTestsAndThoseThatFailed() {
    StoredRun run = read(new EventfulRun(redis, keys).key);

    // good 1, flaky 2, bad 1 and 2 failed, pending 1 skipped, odd 1, lost 1
    assertThat(run.tests()).contains(new TestCounts(6, 1, 2, 0));
    List<FailedTest> failed = run.failures(100);
    assertThat(failed)
        .extracting(t -> t.taskNo() + "-" + t.trialNo() + "-" + t.caseNo(), FailedTest::flaky)
        .containsExactly(
            tuple("2-0-0", true),
            tuple("3-0-0", false),
            tuple("3-0-1", false),
            tuple("3-1-0", false),
            tuple("3-1-1", false));
    assertThat(failed.get(0).specFile()).isEqualTo(EventfulRun.FLAKY);
    assertThat(failed.get(0).message()).isEqualTo("no a");
    assertThat(failed.get(1).message()).isEqualTo(EventfulRun.LONG_MESSAGE.substring(0, 299) + "…");
    assertThat(failed.get(2).outcome()).isEqualTo(Outcome.ERROR);
    assertThat(run.failures(2)).isEqualTo(failed.subList(0, 2));
  }

  @Test
  void itsWorkersAndSlavesWithWhatTheyWrote() {
    String key = new EventfulRun(redis, keys).key;
    StoredRun run = read(key);

    List<WorkerLog> workers = workers(run);
    assertThat(workers)
        .extracting(WorkerLog::workerKey)
        .containsExactly(keys.worker("w2"), keys.worker("w1"));
    for (WorkerLog worker : workers) {
      assertThat(worker.log()).contains("set up").isEqualTo(run.workerLog(worker.key()));
      assertThat(worker.tasksetKey()).isEqualTo(key);
      assertThat(worker.startedAt()).isNotNull();
      assertThat(worker.setupFinishedAt()).hasToString("2026-03-01T10:00:03.500Z");
      assertThat(worker.finishedAt()).isNotNull();
    }
    assertThat(run.workers(100)).extracting(WorkerLog::log).containsOnly("");
    assertThat(run.workers(1)).extracting(WorkerLog::key).containsExactly(workers.get(0).key());
    List<RunSlave> slaves = slavesByKey(run);
    assertThat(slaves).hasSize(4);
    assertThat(slaves).extracting(slave -> slave.status().text()).contains("failure_exit", "");
    for (RunSlave slave : slaves) {
      assertThat(slave.log())
          .isEqualTo("log of " + slave.key() + EventfulRun.ODD_TEXT)
          .isEqualTo(run.slaveLog(slave.key()));
    }
    assertThat(run.slaves(100)).extracting(RunSlave::log).containsOnly("");
    assertThat(run.slaves(3)).hasSize(3);
    assertThat(run.slaveLog("nobody") + run.workerLog("nobody")).isEmpty();
    assertThat(run.workerLog(key)).isEmpty();
  }

  @Test
  void aRunWithoutTasks() {
    String key = aTaskset().withTasks(0).activatedIn(tasksets);
    tasksets.cancel(key, "enough");
    StoredRun run = read(key);

    run.eachTask(Detail.WHOLE, tasks -> assertThat(tasks).as("no empty chunk").isNotEmpty());
    assertThat(all(run, Detail.OUTLINE)).isEmpty();
    for (TaskFilter filter : TaskFilter.values()) {
      assertThat(run.tasks(filter, 0, 10)).isEmpty();
      assertThat(run.count(filter)).isZero();
    }
    assertThat(run.task(1)).isEmpty();
    assertThat(run.trial(1, 0)).isEmpty();
    assertThat(run.tests()).contains(TestCounts.NONE);
    assertThat(run.failures(10)).isEmpty();
    assertThat(slavesByKey(run)).isEmpty();
    assertThat(run.slaves(1)).isEmpty();
    assertThat(workers(run)).isEmpty();
    assertThat(run.workers(1)).isEmpty();
  }

  @Test
  void aRunOfMoreTasksThanAreReadAtOnce() {
    String key = aTaskset().withTasks(1_203).activatedIn(tasksets);
    tasksets.cancel(key, "enough");
    StoredRun run = read(key);

    for (Detail detail : Detail.values()) {
      List<RunTask> tasks = all(run, detail);
      assertThat(tasks).hasSize(1_203);
      for (int i = 0; i < tasks.size(); i++) {
        assertThat(tasks.get(i).no()).isEqualTo(i + 1);
        assertThat(tasks.get(i).specFile()).isEqualTo("task-" + i);
      }
    }
    assertThat(run.tasks(TaskFilter.ALL, 0, 1_000)).hasSize(1_000);
    assertThat(run.tasks(TaskFilter.ALL, 1_000, 1_000)).hasSize(203);
    assertThat(run.tasks(TaskFilter.FAILED, 0, 1_000)).isEmpty();
    assertThat(run.task("task-1200")).map(RunTask::no).contains(1_201);
  }

  @Test
  void allAnswersAreThoseOfRedis() {
    String key = new EventfulRun(redis, keys).key;
    StoredRun run = read(key);
    StoredRun there = inRedis(key);

    assertThat(run.taskset()).isEqualTo(there.taskset());
    for (Detail detail : Detail.values()) {
      assertThat(all(run, detail)).isEqualTo(all(there, detail));
    }
    assertThat(run.tests()).isEqualTo(there.tests());
    assertThat(run.failures(100)).isEqualTo(there.failures(100));
    assertThat(run.log()).isEqualTo(there.log());
    assertThat(workers(run)).isEqualTo(workers(there));
    assertThat(run.workers(100)).isEqualTo(there.workers(100));
    assertThat(slavesByKey(run)).isEqualTo(slavesByKey(there));
  }

  /** Redis may still change for a day: only a saved run whose logs are saved is settled. */
  @Test
  void differenceOnlyTheRecordIsSettled() {
    StoredRun run = read(new EventfulRun(redis, keys).key);
    assertThat(run.isSettled()).isEqualTo(side != Side.REDIS);
  }

  /** Redis has a list, in which they registered; the tables have no such number. */
  @Test
  void differenceSlavesAreInTheOrderOfTheirRegistrationOrOfTheirKeys() {
    String key = new EventfulRun(redis, keys).key;
    StoredRun run = read(key);
    List<String> registered = tasksets.slaves(key);
    List<String> sorted = registered.stream().sorted().toList();
    assertThat(registered).isNotEqualTo(sorted);
    assertThat(run.slaves(100))
        .extracting(RunSlave::key)
        .isEqualTo(side == Side.REDIS ? registered : sorted);
  }

  /** No text column takes NUL or half a surrogate pair; compressed texts are bytes and take NUL. */
  @Test
  void differenceCharactersThatNoColumnTakesAreReplaced() {
    String key = foreign(Map.of("stdout", "a\0b", "reason", "a\0b"));
    Trial trial = read(key).trial(1, 0).orElseThrow();
    assertThat(trial.stdout()).isEqualTo("a\0b");
    assertThat(trial.reason()).isEqualTo(side == Side.REDIS ? "a\0b" : "a\uFFFDb");
  }

  /** A foreign implementation may list a task twice; in the tables its name is unique. */
  @Test
  void differenceATaskThatIsListedTwiceIsSavedOnce() {
    String key = foreign(Map.of("stdout", "one"));
    redis.commands().rpush(Keys.tasks(key), Keys.task(key, "task-0"));
    List<RunTask> tasks = all(read(key), Detail.OUTLINE);
    assertThat(tasks)
        .extracting(RunTask::specFile)
        .isEqualTo(
            side == Side.REDIS
                ? List.of("task-0", "task-1", "task-0")
                : List.of("task-0", "task-1"));
  }

  /** In Redis the place in the list is the number; the tables number what is there. */
  @Test
  void differenceATaskThatIsGoneLeavesAGapInRedis() {
    String key = foreign(Map.of("stdout", "one"));
    redis.commands().del(Keys.task(key, "task-0"));
    StoredRun run = read(key);
    int no = side == Side.REDIS ? 2 : 1;
    assertThat(all(run, Detail.OUTLINE)).extracting(RunTask::no).containsExactly(no);
    assertThat(run.tasks(TaskFilter.ALL, 0, 1)).extracting(RunTask::no).containsExactly(no);
    assertThat(run.task("task-1")).map(RunTask::no).contains(no);
    assertThat(run.task("task-0")).isEmpty();
  }

  /** Redis still has a trial that began when the run was saved; the record has it once it ended. */
  @Test
  void differenceAResultThatComesAfterTheLogsIsInRedisAlone() {
    EventfulRun played = new EventfulRun(redis, keys);
    StoredRun run = read(played.key);
    played.endHeld(new TrialResult(TrialStatus.PASSED, "late", "", 1, 0, 0, List.of(), null, 0));
    assertThat(run.task(EventfulRun.HELD).orElseThrow().trials())
        .extracting(Trial::status)
        .containsExactly(side == Side.REDIS ? TrialStatus.PASSED : TrialStatus.OPEN);
  }

  /** A run of two tasks, of which the first has a trial with these fields; nothing is judged. */
  private String foreign(Map<String, String> fields) {
    String key = aTaskset().withTasks(2).activatedIn(tasksets);
    String task = Keys.task(key, "task-0");
    String trial = Keys.trial(task, "u");
    redis.commands().hset(trial, Map.of("task", task, "slave", "s", "status", "passed"));
    redis.commands().hset(trial, fields);
    redis.commands().rpush(Keys.trials(task), trial);
    tasksets.cancel(key, "enough");
    return key;
  }
}
