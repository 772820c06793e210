package io.rrrspec.worker.slave;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.loop.Backoff;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.worker.slave.jvm.LastWords;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Repeats a call while Redis does not serve (it is away, starts, or refuses writes or this
 * process), with growing pauses and jitter. Every transition bears a repeat, so it does not matter
 * whether the first call had arrived.
 */
public final class RedisRetry {
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2));

  private final Duration limit;

  /**
   * Sets how long to try.
   *
   * @param limit after this long the last exception is thrown on; negative: at once
   */
  public RedisRetry(Duration limit) {
    this.limit = limit;
  }

  <T> T call(Supplier<T> call) {
    long end = System.nanoTime() + limit.toNanos();
    boolean said = limit.isNegative();
    for (int failures = 1; ; failures++) {
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
        Thread.sleep(Backoff.jitter(BACKOFF.millis(failures)));
      } catch (InterruptedException e) {
        // A test may have left an interrupt for us; it is not meant for this thread's work.
        continue;
      }
    }
  }
}
