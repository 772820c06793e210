package io.rrrspec.persister.mover;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Edge;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.AffinityStore;
import io.rrrspec.common.store.EstimateStore;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** The persister, step by step, between a real Redis and a real database. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.class)
class PersisterTest {
  @RegisterExtension static final TestRedis redisServer = new TestRedis();

  @TempDir Path dir;

  @Parameter TestDatabase kind = TestDatabase.H2;

  private final RedisConnection redis = redisServer.connection();
  private final Keys keys = redisServer.keys();
  private final TasksetStore tasksets = new TasksetStore(redis, keys);
  private final TrialStore trials = new TrialStore(redis, keys);
  private final WorkerStore workers = new WorkerStore(redis, keys);
  private final SlaveStore slaves = new SlaveStore(redis);
  private final String worker = keys.worker("w");
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private Database database;

  @BeforeEach
  void openDatabase() throws Exception {
    database = Database.open(kind.newUrl(dir));
  }

  @AfterEach
  void closeDatabase() {
    // Not there if the server is not installed, and the test skipped.
    if (database != null) {
      database.close();
    }
  }

  private Persister persister(String id) {
    return persister(id, redis);
  }

  private Persister persister(String id, RedisConnection through) {
    InstantSource clock = () -> now;
    return new Persister(
        new Stores(through, keys),
        MessageQueue.persister(through, keys, keys.server(id)),
        new TasksetArchive(database),
        new ClassHistory(database),
        clock);
  }

  /** A taskset of two tasks, one passed and one failed, whose worker has not left yet. */
  private String finishedTaskset() {
    String key = aTaskset().withTasks("good", "bad").activatedIn(tasksets);
    workers.announce(worker, "default", "host", Duration.ofMinutes(1));
    workers.assign(key, worker, 0, 1, Duration.ofMinutes(1));
    workers.take(worker, key);
    String slave = Keys.slave(worker, "4711");
    long life = slaves.register(slave, key, "host", true).orElseThrow();
    for (TrialStatus status : List.of(TrialStatus.PASSED, TrialStatus.FAILED)) {
      Claim.Run run = (Claim.Run) trials.claim(key, slave, life);
      int failed = status == TrialStatus.FAILED ? 1 : 0;
      trials.finish(
          run.trial(),
          slave,
          key,
          new TrialResult(status, "out", "err", 1 - failed, 0, failed, List.of(), null, 0)
              .withProcessorTime(new ProcessorTime(Duration.ofDays(9), null, null)));
    }
    MessageQueue arbiter = MessageQueue.arbiter(redis, keys, keys.server("judge"));
    new JudgementStore(redis, keys).judge(arbiter.processing(), 5, arbiter.take(10));
    return key;
  }

  @Test
  void theFirstStepSavesTheRunAtOnceAndStartsItsTimeToLive() {
    String key = finishedTaskset();

    assertThat(persister("p").step()).isTrue();

    RunReader reader = new RunReader(database);
    String id = Keys.lastPart(key);
    assertThat(reader.find(id).orElseThrow().status()).isEqualTo(TasksetStatus.FAILED);
    assertThat(reader.tasks(id))
        .extracting(Task::status)
        .containsExactly(TaskStatus.PASSED, TaskStatus.FAILED);
    assertThat(reader.trials(id, "good").get(0).verdict()).isEqualTo(TrialVerdict.PASSED);
    assertThat(redis.commands().ttl(key)).isPositive();
    assertThat(redis.commands().ttl(Keys.task(key, "good"))).isPositive();
    assertThat(new TasksetArchive(database).areLogsSaved(id)).isFalse();
  }

  @Test
  void theSecondStepWaitsForTheWorkers() {
    String key = finishedTaskset();
    Persister persister = persister("p");
    persister.step();
    assertThat(persister.step()).isFalse();

    workers.log(Keys.workerLog(key, worker), now, "bye");
    workers.leave(worker, key, "", true, Duration.ofDays(1));
    now = now.plusMillis(100);

    assertThat(persister.step()).isTrue();
    RunReader reader = new RunReader(database);
    String id = Keys.lastPart(key);
    assertThat(reader.workerLogs(id).get(0).log()).contains("bye");
    assertThat(reader.slaves(id)).hasSize(1);
    assertThat(persister.step()).as("nothing is left to do").isFalse();
  }

  @Test
  void aWorkerThatNeverLeavesIsWaitedForHalfAMinute() {
    String key = finishedTaskset();
    Persister persister = persister("p");
    persister.step();
    now = now.plusSeconds(29);
    assertThat(persister.step()).isFalse();
    now = now.plusSeconds(1);
    assertThat(persister.step()).isTrue();
    assertThat(new TasksetArchive(database).areLogsSaved(Keys.lastPart(key))).isTrue();
  }

  @Test
  void aWorkerOfAnotherMakeThatWasGivenUpAndCameBackIsWaitedFor() {
    String key = finishedTaskset();
    workers.leave(worker, key, "", true, Duration.ofDays(1));
    redis.commands().hset(worker, "taskset", key);
    Persister persister = persister("p");
    persister.step();
    assertThat(persister.step()).isFalse();

    redis.commands().hset(worker, "taskset", "");
    now = now.plusMillis(100);
    assertThat(persister.step()).isTrue();
  }

  @Test
  void aRedisThatBreaksOffAgainAndAgainIsNoReasonToSetATasksetAside() {
    String key = finishedTaskset();
    AtomicInteger failures = new AtomicInteger(8);
    Edge edge =
        commands ->
            commands.contains("expire_tasks") && failures.getAndDecrement() > 0
                ? Fate.ANSWER_IS_LOST
                : Fate.ARRIVES;
    try (SimulatedRedis breaking = new SimulatedRedis(redisServer.url(), edge)) {
      Persister persister = persister("p", breaking.connection());
      for (int n = 0; n < 8; n++) {
        assertThatThrownBy(persister::step).hasMessageContaining("expire_tasks");
        now = now.plusSeconds(5);
      }
      assertThat(persister.step()).isTrue();
    }
    assertThat(new TasksetArchive(database).isSaved(Keys.lastPart(key))).isTrue();
    assertThat(redis.commands().exists(keys.setAside())).isFalse();
  }

  @Test
  void aWorkerThatDiedWithoutSigningOffIsLookedForLessAndLessOften() {
    String key = finishedTaskset();
    Persister persister = persister("p");
    persister.step();
    long before = calls("hgetall");
    for (int n = 0; n < 290; n++) {
      assertThat(persister.step()).isFalse();
      now = now.plusMillis(100);
    }
    assertThat(calls("hgetall") - before).isBetween(10L, 30L);

    now = now.plusSeconds(1);
    assertThat(persister.step()).as("at the latest after 30 s").isTrue();
    assertThat(new TasksetArchive(database).areLogsSaved(Keys.lastPart(key))).isTrue();
  }

  private long calls(String command) {
    return redis
        .commands()
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_" + command + ":calls="))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=([0-9]+),.*", "$1")))
        .findFirst()
        .orElse(0);
  }

  @Test
  void theRecordKeepsTheFirstEndOfARunWhoseEndRedisHasLost() {
    String key = finishedTaskset();
    Persister persister = persister("p");
    persister.step();
    // Redis loses the end, and the message of it; the run goes on and ends as something else.
    redis.commands().del(Keys.processing(keys.server("p"), "persister_queue"));
    redis.commands().hset(key, "status", "running");
    assertThat(persister.step()).as("nothing is in its hands any more").isFalse();
    redis
        .commands()
        .hset(
            key,
            Map.of("status", "succeeded", "finished_ms", "1767323046999", "failed_count", "0"));
    String late = Keys.trial(Keys.task(key, "good"), "late");
    String slave = Keys.slave(worker, "4711");
    redis
        .commands()
        .hset(
            late,
            Map.of(
                "task",
                Keys.task(key, "good"),
                "slave",
                slave,
                "status",
                "failed",
                "verdict",
                "bad"));
    redis.commands().rpush(Keys.trials(slave), late);
    redis.commands().rpush(keys.persisterQueue(), key);
    persister.step();
    workers.leave(worker, key, "", true, Duration.ofDays(1));
    now = now.plusSeconds(1);
    persister.step();

    RunReader reader = new RunReader(database);
    String id = Keys.lastPart(key);
    assertThat(reader.find(id).orElseThrow().status()).isEqualTo(TasksetStatus.FAILED);
    assertThat(reader.find(id).orElseThrow().failedCount()).isEqualTo(1);
    assertThat(reader.trials(id, "good")).hasSize(1);
    assertThat(new TasksetArchive(database).areLogsSaved(id)).isTrue();
    assertThat(redis.commands().llen(Keys.processing(keys.server("p"), "persister_queue")))
        .isZero();
  }

  @Test
  void aRunWhoseEndRedisLosesWhileItIsReadIsNotSavedAsAMixture() {
    String key = finishedTaskset();
    AtomicInteger reads = new AtomicInteger();
    Edge edge =
        commands -> {
          if (commands.contains("LRANGE") && reads.getAndIncrement() == 0) {
            redis.commands().hset(key, "status", "running");
          }
          return Fate.ARRIVES;
        };
    try (SimulatedRedis losing = new SimulatedRedis(redisServer.url(), edge)) {
      Persister persister = persister("p", losing.connection());
      persister.step();
      assertThat(reads.get()).isPositive();
      assertThat(new TasksetArchive(database).isSaved(Keys.lastPart(key))).isFalse();

      redis
          .commands()
          .hset(
              key,
              Map.of("status", "succeeded", "finished_ms", "1767323046999", "failed_count", "0"));
      now = now.plusSeconds(5);
      persister.step();
    }
    assertThat(new RunReader(database).find(Keys.lastPart(key)).orElseThrow().status())
        .isEqualTo(TasksetStatus.SUCCEEDED);
  }

  @Test
  void anotherPersisterFinishesWhatADeadOneLeftHalfWay() {
    String key = finishedTaskset();
    persister("dead").step();
    workers.leave(worker, key, "", true, Duration.ofDays(1));

    MessageQueue queue = MessageQueue.persister(redis, keys, keys.server("heir"));
    assertThat(queue.takeOverFrom(keys.server("dead"))).isEqualTo(1);
    Persister heir = persister("heir");
    heir.step();
    heir.step();

    assertThat(new RunReader(database).recent(10)).hasSize(1);
    assertThat(new TasksetArchive(database).areLogsSaved(Keys.lastPart(key))).isTrue();
  }

  @Test
  void estimatesOfGoodTasksGoToRedisAndComeBackWhenItIsEmpty() {
    finishedTaskset();
    Persister persister = persister("p");
    persister.step();
    EstimateStore estimates = new EstimateStore(redis, keys);
    assertThat(estimates.find("test-class")).containsOnlyKeys("good");

    redis.commands().flushAll();
    persister.refillEstimates("test-class");
    assertThat(estimates.find("test-class")).containsOnlyKeys("good");
    assertThat(estimates.shares("test-class"))
        .isEqualTo(Map.of("good", new TimeShare(Duration.ofDays(9), Duration.ZERO)));
  }

  @Test
  void startCostsFollowTheSlavesAndComeBackWhenRedisIsEmpty() {
    String key = finishedTaskset();
    redis
        .commands()
        .hset(
            Keys.slave(worker, "4711"),
            Map.of("launch", "core", "place", "0", "starting_ms", "1000", "ready_ms", "1800"));
    EstimateStore estimates = new EstimateStore(redis, keys);
    estimates.saveStartCosts("test-class", Map.of("gone", Duration.ofSeconds(1)));
    Persister persister = persister("p");
    persister.step();
    now = now.plusSeconds(31);
    persister.step();
    assertThat(new TasksetArchive(database).areLogsSaved(Keys.lastPart(key))).isTrue();
    assertThat(estimates.startCosts("test-class"))
        .isEqualTo(Map.of("core", Duration.ofMillis(800)));

    redis.commands().flushAll();
    persister.refillEstimates("test-class");
    assertThat(estimates.startCosts("test-class"))
        .isEqualTo(Map.of("core", Duration.ofMillis(800)));
  }

  @Test
  void whatClassesShareGoesToRedisAndComesBackWhenItIsEmpty() {
    String key = finishedTaskset();
    String trial = tasksets.tasks(key, 0, 1).get(0).trials().get(0);
    redis.commands().hset(trial, Map.of("affinity", "K 1", "affinity_started", "1"));
    AffinityStore affinities = new AffinityStore(redis, keys);
    Persister persister = persister("p");
    persister.step();
    assertThat(affinities.find("test-class")).containsOnlyKeys("good");
    assertThat(affinities.find("test-class").values())
        .extracting(known -> known.affinity().key())
        .containsExactly("K 1");

    redis.commands().flushAll();
    persister.refillEstimates("test-class");
    assertThat(affinities.find("test-class")).containsOnlyKeys("good");
  }

  @Test
  void jobsLeaveNoEstimates() {
    redis.commands().hset(finishedTaskset(), "sources", Taskset.NO_SOURCES);
    persister("p").step();
    assertThat(new EstimateStore(redis, keys).find("test-class")).isEmpty();
  }

  @Test
  void whatIsNoFinishedTasksetIsSetAside() {
    MessageQueue queue = MessageQueue.persister(redis, keys, keys.server("p"));
    queue.send("no such thing");
    String running = aTaskset().withTasks(1).activatedIn(tasksets);
    queue.send(running);

    Persister persister = persister("p");
    persister.step();
    assertThat(persister.step()).isFalse();
    assertThat(redis.commands().lrange(keys.setAside(), 0, -1))
        .containsExactly("persister_queue " + running, "persister_queue no such thing");
  }

  @Test
  void messagesOfNoTasksetAreOneLineOfTheLogAlsoInManyLooks() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(Persister.class);
    logger.addAppender(log);
    MessageQueue queue = MessageQueue.persister(redis, keys, keys.server("p"));
    for (int i = 0; i < 25; i++) {
      queue.send("no such thing " + i);
    }
    Persister persister = persister("p");
    try {
      while (persister.step()) {
        assertThat(redis.commands().llen(keys.setAside())).isLessThanOrEqualTo(25);
      }
    } finally {
      logger.detachAppender(log);
    }
    assertThat(redis.commands().llen(keys.setAside())).isEqualTo(25);
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("set aside, no taskset that is over: no such thing 0");
  }
}
