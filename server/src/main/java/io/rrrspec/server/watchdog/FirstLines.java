package io.rrrspec.server.watchdog;

import org.slf4j.Logger;

/** The lines of one look: the first of them, and a number for the others. A key can be flooded. */
final class FirstLines {
  /** More than workers of one host, which may well die at once. */
  private static final int MOST = 50;

  private int count;

  /** Counts one more; whether it has a line of its own. */
  boolean next() {
    return ++count <= MOST;
  }

  /**
   * Says how many had none; nothing if all had one.
   *
   * @param what they are, such as "servers are dead"
   */
  void sayOthers(Logger log, String what) {
    if (count > MOST) {
      log.warn("{} more {}", count - MOST, what);
    }
  }
}
