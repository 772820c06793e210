package io.rrrspec.persister.mover;

import io.rrrspec.common.loop.Backoff;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How often something has failed, and when it may be tried again: 1, 2, 4 and 8 s later, and where
 * nobody knows why it failed, on and on up to every 5 minutes. Safe for use by several threads.
 */
final class Tries {
  /** The last try comes 15 s after the first. */
  static final int MOST = 5;

  /** The last try comes 6 hours after the first: time for people to look at their database. */
  static final int MOST_FOR_UNKNOWN_REASON = 80;

  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

  private final Map<String, Try> failed = new HashMap<>();

  private record Try(int count, long notBefore) {}

  /** Whether it may be tried now. */
  synchronized boolean mayTry(String key, long now) {
    Try last = failed.get(key);
    return last == null || now >= last.notBefore();
  }

  /** Notes a failure that is its own fault; false if that was the last try. */
  synchronized boolean failed(String key, long now) {
    return failed(key, now, MOST);
  }

  /** Notes a failure of which nobody knows whose fault it is; false if that was the last try. */
  synchronized boolean failedForUnknownReason(String key, long now) {
    return failed(key, now, MOST_FOR_UNKNOWN_REASON);
  }

  private boolean failed(String key, long now, int most) {
    Try last = failed.remove(key);
    int count = last == null ? 1 : last.count() + 1;
    if (count >= most) {
      return false;
    }
    failed.put(key, new Try(count, now + BACKOFF.millis(count)));
    return true;
  }

  synchronized void succeeded(String key) {
    failed.remove(key);
  }

  /** Forgets some. */
  synchronized void forgetIf(Predicate<String> which) {
    failed.keySet().removeIf(which);
  }

  /** What has failed and will be tried again. */
  synchronized Set<String> keys() {
    return Set.copyOf(failed.keySet());
  }
}
