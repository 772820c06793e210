package io.rrrspec.experiments.bench;

import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A thread that does towards Redis exactly what a slave JVM does, with its own connection and
 * registration, and whose tasks do nothing but last as long as told.
 */
final class NoopSlave implements Runnable, AutoCloseable {
  private static final TrialResult PASSED =
      new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(), null, 0);

  private final RedisConnection redis;
  private final TrialStore trials;
  private final String key;
  private final String taskset;
  private final Work work;
  private long[] coordinationNanos = new long[1024];
  private int done;

  /** What a task does. */
  interface Work {
    void run(String specFile);
  }

  NoopSlave(BenchRedis redis, String key, String taskset, Work work) {
    this.redis = RedisConnection.open(redis.url(), 1);
    this.trials = new TrialStore(this.redis, redis.keys());
    this.key = key;
    this.taskset = taskset;
    this.work = work;
    this.redis.commands().exists(Keys.taskQueue(taskset));
  }

  String key() {
    return key;
  }

  @Override
  public void run() {
    long life = new SlaveStore(redis).register(key, taskset, "localhost", true).orElseThrow();
    Claim claim = trials.claim(taskset, key, life);
    while (true) {
      if (claim instanceof Claim.Run run) {
        work.run(run.specFile());
        long start = System.nanoTime();
        claim = trials.finishAndClaim(run.trial(), key, taskset, PASSED, life);
        record(System.nanoTime() - start);
      } else if (claim instanceof Claim.Wait) {
        // As a slave waits: spread, so that many do not look at once.
        trials.awaitWake(
            taskset, Duration.ofMillis(ThreadLocalRandom.current().nextLong(5_000, 10_000)));
        claim = trials.claim(taskset, key, life);
      } else {
        return;
      }
    }
  }

  private void record(long nanos) {
    if (done == coordinationNanos.length) {
      coordinationNanos = Arrays.copyOf(coordinationNanos, 2 * done);
    }
    coordinationNanos[done++] = nanos;
  }

  /** Between the end of each task and the start of the next, once the thread has ended. */
  long[] coordinationNanos() {
    return Arrays.copyOf(coordinationNanos, done);
  }

  @Override
  public void close() {
    redis.close();
  }
}
