package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting that is part of what happens; nothing is decided by it but that something hangs. */
final class Pause {
  private static final long LOOK_EVERY_MILLIS = 50;

  private Pause() {}

  static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted", e);
    }
  }

  /** Waits until something is so; false if that did not come within the limit. */
  static boolean until(Duration limit, BooleanSupplier isSo) {
    long end = System.nanoTime() + limit.toNanos();
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      millis(LOOK_EVERY_MILLIS);
    }
    return true;
  }
}
