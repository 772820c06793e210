package io.rrrspec.worker.slave;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Repeats a call while Redis is away, with growing pauses and jitter. Every transition bears a
 * repeat, so it does not matter whether the first call had arrived.
 */
public final class Patience {
  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private final Duration limit;

  /**
   * Sets the end of all patience.
   *
   * @param limit after this long the last exception is thrown on; negative: at once
   */
  public Patience(Duration limit) {
    this.limit = limit;
  }

  <T> T insist(Supplier<T> call) {
    long end = System.nanoTime() + limit.toNanos();
    long pause = 50;
    while (true) {
      try {
        return call.get();
      } catch (RuntimeException e) {
        if (System.nanoTime() > end) {
          throw e;
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
