package io.rrrspec.worker.slave;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.redis.Outage;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Repeats a call while Redis does not serve (it is away, starts, or refuses writes or this
 * process), with growing pauses and jitter. Every transition bears a repeat, so it does not matter
 * whether the first call had arrived.
 */
public final class RedisRetry {
  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private final Duration limit;

  /**
   * Sets the end of all retry.
   *
   * @param limit after this long the last exception is thrown on; negative: at once
   */
  public RedisRetry(Duration limit) {
    this.limit = limit;
  }

  <T> T call(Supplier<T> call) {
    long end = System.nanoTime() + limit.toNanos();
    long pause = 50;
    boolean said = limit.isNegative();
    while (true) {
      try {
        return call.get();
      } catch (UsageException e) {
        // What somebody has to change does not change by waiting.
        throw e;
      } catch (RuntimeException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        if (!said && Outage.isOfRedis(e)) {
          // In the slave's log, where its worker's user looks first if nothing goes on.
          said = true;
          LastWords.log("this slave waits for Redis: " + e.getMessage());
        }
      }
      try {
        Thread.sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause));
      } catch (InterruptedException e) {
        // A test may have left an interrupt for us; it is not meant for this thread's work.
        continue;
      }
      pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
    }
  }
}
