package io.rrrspec.persister;

import java.util.HashMap;
import java.util.Map;

/** How often something has failed, and when it may be tried again: 1, 2, 4 and 8 s later. */
final class Tries {
  /** The last try comes 15 s after the first. */
  static final int MOST = 5;

  private static final long FIRST_PAUSE_MILLIS = 1_000;

  private final Map<String, Try> failed = new HashMap<>();

  private record Try(int count, long notBefore) {}

  /** Whether it may be tried now. */
  boolean mayTry(String key, long now) {
    Try last = failed.get(key);
    return last == null || now >= last.notBefore();
  }

  /** Notes a failure; false if that was the last try. */
  boolean failed(String key, long now) {
    Try last = failed.remove(key);
    int count = last == null ? 1 : last.count() + 1;
    if (count >= MOST) {
      return false;
    }
    failed.put(key, new Try(count, now + (FIRST_PAUSE_MILLIS << (count - 1))));
    return true;
  }

  void succeeded(String key) {
    failed.remove(key);
  }

  boolean isEmpty() {
    return failed.isEmpty();
  }
}
