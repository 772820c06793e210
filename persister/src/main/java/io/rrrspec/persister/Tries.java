package io.rrrspec.persister;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How often something has failed, and when it may be tried again: 1, 2, 4 and 8 s later. Safe for
 * use by several threads.
 */
final class Tries {
  /** The last try comes 15 s after the first. */
  static final int MOST = 5;

  private static final long FIRST_PAUSE_MILLIS = 1_000;

  private final Map<String, Try> failed = new HashMap<>();

  private record Try(int count, long notBefore) {}

  /** Whether it may be tried now. */
  synchronized boolean mayTry(String key, long now) {
    Try last = failed.get(key);
    return last == null || now >= last.notBefore();
  }

  /** Notes a failure; false if that was the last try. */
  synchronized boolean failed(String key, long now) {
    Try last = failed.remove(key);
    int count = last == null ? 1 : last.count() + 1;
    if (count >= MOST) {
      return false;
    }
    failed.put(key, new Try(count, now + (FIRST_PAUSE_MILLIS << (count - 1))));
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
