package io.rrrspec.server.watchdog;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.WatchStore.SlaveState;
import io.rrrspec.common.store.WatchStore.Word;

/**
 * Who is dead, and what that makes of what it held; pure functions over what was read. The caller
 * has watched this Redis for a whole heartbeat's life.
 */
public final class Death {
  private Death() {}

  /**
   * Whether a slave is dead.
   *
   * @param slave what its hash says
   * @param beats whether the heartbeat that stands for it is there: its worker's, if that vouches
   *     for it, else its own
   * @param word what its worker's hash says now
   * @param taskset what the slave works for
   * @param foreignBeats whether a foreign slave without a heartbeat is dead
   */
  public static boolean ofSlave(
      SlaveState slave, boolean beats, Word word, String taskset, boolean foreignBeats) {
    if (slave.ended() || (slave.life() == null && !foreignBeats)) {
      return false;
    }
    if (slave.vouched()) {
      return !beats || !standsFor(word, slave, taskset);
    }
    return !beats || slave.endedWithTrial();
  }

  /**
   * Whether the word of a live worker stands for a slave: it sees the end of the slave's process,
   * and has the say on it. Not so a later process of that name: it may have found nothing to give
   * up. Nor a worker that serves something else: it has ended all its slaves, or is about to, and
   * Redis may have lost their end.
   */
  static boolean standsFor(Word word, SlaveState slave, String taskset) {
    boolean anothers =
        !word.owner().isEmpty() && !slave.owner().isEmpty() && !slave.owner().equals(word.owner());
    return !anothers && word.taskset().equals(taskset);
  }

  /**
   * Whether a worker is dead.
   *
   * @param beats whether its heartbeat is there
   * @param ours whether it announces the protocol
   * @param foreignBeats whether a foreign worker without a heartbeat is dead
   */
  public static boolean ofWorker(boolean beats, boolean ours, boolean foreignBeats) {
    return !beats && (ours || foreignBeats);
  }

  /** How a dead slave ended. A foreign worker writes that for ours, but closes no trial. */
  public static SlaveStore.End endOf(SlaveState slave) {
    boolean seen = slave.endedWithTrial();
    return new SlaveStore.End(
        SlaveStatus.FAILURE_EXIT,
        slave.status() == SlaveStatus.TIMEOUT_EXIT ? TrialStatus.TIMEOUT : TrialStatus.ERROR,
        !seen,
        seen ? "its JVM ended: " + slave.status().text() : "its worker went away",
        "",
        slave.life());
  }
}
