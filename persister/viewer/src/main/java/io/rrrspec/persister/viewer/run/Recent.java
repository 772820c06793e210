package io.rrrspec.persister.viewer.run;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was seen last: those who ask soon after are told the same, also that it could not be seen. A
 * look that takes long is repeated less often. Safe for use by several threads.
 */
public final class Recent<T> {
  private static final long LEAST = Duration.ofSeconds(1).toNanos();

  /** So looks take a twentieth of the time at most, however many ask. */
  private static final int PAUSE = 20;

  private @Nullable T last;
  private @Nullable RuntimeException failed;
  private long until = System.nanoTime();

  /** Looks, unless that was done a moment ago. */
  public synchronized T get(Supplier<T> look) {
    long begun = System.nanoTime();
    if (begun - until < 0) {
      if (last != null) {
        return last;
      }
      if (failed != null) {
        throw failed;
      }
    }
    try {
      T seen = look.get();
      last = seen;
      failed = null;
      return seen;
    } catch (RuntimeException e) {
      // Those who wait for their turn need not wait for Redis one after the other.
      last = null;
      failed = e;
      throw e;
    } finally {
      long ended = System.nanoTime();
      until = ended + Math.max(LEAST, PAUSE * (ended - begun));
    }
  }

  /** Has the next one look who asks. */
  public synchronized void forget() {
    last = null;
    failed = null;
  }
}
