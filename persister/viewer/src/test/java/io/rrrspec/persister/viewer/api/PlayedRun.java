package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.persister.viewer.run.Records;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * A run of four tasks, of which one fails twice, one step after the other, by the stores that
 * slaves and workers use.
 */
final class PlayedRun {
  static final Instant CREATED = Instant.parse("2026-03-01T10:00:00.123Z");
  static final Instant SYNCED = Instant.parse("2026-03-01T10:00:02Z");
  static final Instant SET_UP = Instant.parse("2026-03-01T10:00:03.5Z");

  static final String GOOD = "com.foo.GoodTest";
  static final String BAD = "echo 'ä/b' | <cat>";
  static final String SKIPPED = "com.foo.SkippedTest";
  static final String LAST = "com.foo.LastTest";
  static final List<String> TASKS = List.of(GOOD, BAD, SKIPPED, LAST);

  private final Records records;
  private final RedisConnection redis;
  private final Persister persister;
  private final String worker;
  final String key;
  final List<String> slaves;
  final String workerLog;
  private final List<Long> lives;
  private Claim.Run held;
  private String holder = "";

  /** Creates it; a worker has it, and one of its two slaves has begun. */
  PlayedRun(Records records, RedisConnection redis) {
    this.records = records;
    this.redis = redis;
    Keys keys = records.keys();
    persister = persister(records, redis);
    worker = keys.worker("host1");
    key = records.tasksets().create(request(), CREATED);
    records.tasksets().activate(key, 4);
    records.workers().announce(worker, "default", "host1", Duration.ofMinutes(5));
    records.workers().assign(key, worker, 0, 1, Duration.ofMinutes(5));
    records.workers().take(worker, key);
    workerLog = Keys.workerLog(key, worker);
    records.workers().mark(workerLog, "rsync_finished", SYNCED);
    records.workers().mark(workerLog, "setup_finished", SET_UP);
    records.workers().log(workerLog, SET_UP, "set up <b>");
    slaves = List.of(Keys.slave(worker, "4711"), Keys.slave(worker, "4712"));
    lives = slaves.stream().map(this::register).toList();
    held = claim();
  }

  /** One that writes into the database of the records. */
  static Persister persister(Records records, RedisConnection redis) {
    Keys keys = records.keys();
    return new Persister(
        new Stores(redis, keys),
        MessageQueue.persister(redis, keys, keys.server("p")),
        new TasksetArchive(records.database()),
        new ClassHistory(records.database()),
        InstantSource.system());
  }

  private static TasksetRequest request() {
    return new TasksetRequest(
        "alice",
        "mvn test-compile",
        "slave.sh",
        "big",
        3,
        2,
        "myclass",
        300,
        30,
        Runner.COMMAND,
        "alice",
        null,
        List.of(
            new TaskRequest(GOOD, Duration.ofMillis(2_700)),
            new TaskRequest(BAD, Duration.ofMillis(20)),
            new TaskRequest(SKIPPED, null),
            new TaskRequest(LAST, null)),
        Extras.NONE);
  }

  private Long register(String slave) {
    long life = records.slaves().register(slave, key, "host1", true).orElseThrow();
    records.slaves().appendLog(slave, "slave's \u001b[31mlog\n", Duration.ofDays(1));
    return life;
  }

  /** The first slave that is given something has it: a retry goes to one that has not tried it. */
  private Claim.Run claim() {
    for (int i = 0; i < slaves.size(); i++) {
      if (records.trials().claim(key, slaves.get(i), lives.get(i)) instanceof Claim.Run run) {
        holder = slaves.get(i);
        return run;
      }
    }
    throw new AssertionError("nothing is left to run");
  }

  /** Ends the trial that goes on, and begins the next one. */
  void goOn() {
    end();
    held = claim();
  }

  /** Runs all that is left. */
  void playToTheEnd() {
    end();
    while (!records.tasksets().status(key).orElseThrow().isFinal()) {
      held = claim();
      end();
    }
  }

  private void end() {
    records.trials().finish(held.trial(), holder, key, result());
    MessageQueue arbiter =
        MessageQueue.arbiter(redis, records.keys(), records.keys().server("judge"));
    new JudgementStore(redis, records.keys()).judge(arbiter.processing(), 5, arbiter.take(10));
  }

  private TrialResult result() {
    return switch (held.specFile()) {
      case BAD -> result(TrialStatus.FAILED, 1, 0, 2);
      case SKIPPED -> result(TrialStatus.PENDING, 0, 4, 0);
      default -> result(TrialStatus.PASSED, 3, 0, 0);
    };
  }

  private static TrialResult result(TrialStatus status, int passed, int pending, int failed) {
    return new TrialResult(
        status, "out <1>\n", "err 2", passed, pending, failed, List.of(), null, 0);
  }

  /** One step of the persister. */
  void persist() {
    persister.step();
  }

  /** The worker is done. */
  void leave() {
    records.workers().leave(worker, key, "", true, Duration.ofDays(1));
  }
}
