package io.rrrspec.common.loop;

import java.time.Duration;

/**
 * A part of the system that works in steps. Its loop only repeats {@link #step}, so a test can
 * drive the actors of a whole cluster in one thread, in any order, and stop any of them between two
 * steps.
 */
public interface Actor {
  /** What it is called in logs and as a thread. */
  String name();

  /**
   * Does what can be done now, without waiting for anything new.
   *
   * @return whether it did something: then there may be more
   */
  boolean step();

  /** Waits until there may be something to do, at most as long as given. */
  void await(Duration limit) throws InterruptedException;

  /** How long at most its loop waits before it tries again what has failed. */
  default Duration longestPause() {
    return Duration.ofSeconds(5);
  }
}
