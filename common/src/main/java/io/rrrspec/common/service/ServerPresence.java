package io.rrrspec.common.service;

import io.rrrspec.common.store.ServerStore;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Waits for a server of ours. Clients, workers and slaves need one: a server of Ruby rrrspec cannot
 * save a run in which they have written, since it stops at the first field that it does not know.
 */
public final class ServerPresence {
  /** How long a server that restarts may be away. */
  public static final Duration RESTART = Duration.ofSeconds(10);

  private static final long LOOK_EVERY_MILLIS = 250;

  private ServerPresence() {}

  /**
   * Waits until a server of ours lives.
   *
   * @param limit for how long
   * @param stop whether to stop waiting; asked before each look
   * @return whether one lives
   */
  public static boolean await(ServerStore servers, Duration limit, BooleanSupplier stop) {
    long end = System.nanoTime() + limit.toNanos();
    while (!servers.isServed()) {
      if (stop.getAsBoolean() || System.nanoTime() > end) {
        return false;
      }
      try {
        Thread.sleep(LOOK_EVERY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }
}
