package io.rrrspec.experiments.kill;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

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
import org.jspecify.annotations.Nullable;

/** Lets tasksets end whose workers leave later. */
final class Feeder {
  private static final Duration LONG = Duration.ofDays(1);
  private static final int MOST_TASKS = 60;
  private static final int LOG_LINES = 2_000;

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

  /** Some more end. */
  void feed(int count) {
    for (int i = 0; i < count; i++) {
      feed();
    }
  }

  private void feed() {
    String key = aTaskset().withTasks(1 + random.nextInt(MOST_TASKS)).activatedIn(tasksets);
    String worker = worker(key);
    workers.announce(worker, "default", "host", LONG);
    workers.assign(key, worker, 0, 1, LONG);
    workers.take(worker, key);
    String slave = Keys.slave(worker, "1");
    SlaveStore slaves = new SlaveStore(redis);
    long life = slaves.register(slave, key, "host", true).orElseThrow();
    runAll(key, slave, life);
    slaves.appendLog(slave, "a line of the slave of %s\n".formatted(key).repeat(LOG_LINES), LONG);
    workers.log(Keys.workerLog(key, worker), Instant.now(), "log of the worker of " + key);
    ended.add(key);
    notLeft.add(key);
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
    return new TrialResult(
        good ? TrialStatus.PASSED : TrialStatus.FAILED,
        "output ".repeat(random.nextInt(300)),
        good ? "" : "the reason ".repeat(random.nextInt(100)),
        good ? 2 : 1,
        0,
        good ? 0 : 1,
        List.of(
            test("passes", Outcome.PASSED, null),
            good ? test("other", Outcome.PASSED, null) : test("other", Outcome.FAILED, "no: é")),
        null,
        0);
  }

  private static CaseResult test(String name, Outcome outcome, @Nullable String message) {
    return new CaseResult("com.foo.BarTest", name, outcome, 5, message, null, null);
  }

  /** The workers leave that have something left to leave. */
  void leave() {
    while (!notLeft.isEmpty()) {
      String key = notLeft.remove();
      workers.leave(worker(key), key, "", true, LONG);
    }
  }

  private String worker(String tasksetKey) {
    return keys.worker("w-" + Keys.lastPart(tasksetKey));
  }
}
