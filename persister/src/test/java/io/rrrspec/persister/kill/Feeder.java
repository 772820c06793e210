package io.rrrspec.persister.kill;

import static io.rrrspec.common.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Lets tasksets end, one after the other; the worker of each leaves some tasksets later. */
final class Feeder {
  private static final Duration LONG = Duration.ofDays(1);

  /** So many end before the worker of the first leaves: both steps always have something to do. */
  private static final int WORKERS_STAY = 5;

  private final RedisConnection redis;
  private final Keys keys;
  private final Random random;
  private final TasksetStore tasksets;
  private final WorkerStore workers;
  private final List<String> ended = new ArrayList<>();
  private final Deque<String> notLeft = new ArrayDeque<>();

  Feeder(RedisConnection redis, Keys keys, Random random) {
    this.redis = redis;
    this.keys = keys;
    this.random = random;
    this.tasksets = new TasksetStore(redis, keys);
    this.workers = new WorkerStore(redis, keys);
  }

  /** The keys of all that have ended. */
  List<String> ended() {
    return ended;
  }

  /** One more ends. */
  void feed() {
    String key = aTaskset().withTasks(5 + random.nextInt(40)).activatedIn(tasksets);
    String worker = worker(key);
    workers.announce(worker, "default", "host", LONG);
    workers.assign(key, worker, 0, 1, LONG);
    workers.take(worker, key);
    String slave = Keys.slave(worker, "1");
    SlaveStore slaves = new SlaveStore(redis);
    long life = slaves.register(slave, key, "host", true).orElseThrow();
    runAll(key, slave, life);
    slaves.appendLog(slave, "log of the slave of " + key, LONG);
    workers.log(Keys.workerLog(key, worker), Instant.now(), "log of the worker of " + key);
    ended.add(key);
    notLeft.add(key);
    if (notLeft.size() > WORKERS_STAY) {
      leave(notLeft.remove());
    }
  }

  private void runAll(String key, String slave, long life) {
    TrialStore trials = new TrialStore(redis, keys);
    MessageQueue arbiter = MessageQueue.arbiter(redis, keys, keys.server("judge"));
    JudgementStore judgement = new JudgementStore(redis, keys);
    while (trials.claim(key, slave, life) instanceof Claim.Run run) {
      trials.finish(run.trial(), slave, key, result());
      judgement.judge(arbiter.processing(), 5, arbiter.take(10));
    }
  }

  private TrialResult result() {
    boolean good = random.nextInt(4) > 0;
    CaseResult test =
        new CaseResult(
            "com.foo.BarTest",
            "test",
            good ? Outcome.PASSED : Outcome.FAILED,
            5,
            null,
            null,
            null);
    return new TrialResult(
        good ? TrialStatus.PASSED : TrialStatus.FAILED,
        "output ".repeat(random.nextInt(300)),
        "",
        good ? 1 : 0,
        0,
        good ? 0 : 1,
        List.of(test),
        null,
        0);
  }

  /** The workers of all tasksets leave. */
  void end() {
    while (!notLeft.isEmpty()) {
      leave(notLeft.remove());
    }
  }

  private void leave(String key) {
    workers.leave(worker(key), key, "", true, LONG);
  }

  private String worker(String tasksetKey) {
    return keys.worker("w-" + Keys.lastPart(tasksetKey));
  }
}
