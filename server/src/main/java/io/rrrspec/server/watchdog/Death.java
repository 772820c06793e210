package io.rrrspec.server.watchdog;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.store.LifeStore.SlaveState;
import io.rrrspec.common.store.SlaveStore;
import org.jspecify.annotations.Nullable;

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
   * @param owner which process has its worker's name now, or null if nobody says so
   * @param foreignBeats whether a slave of another make without a heartbeat is dead
   */
  public static boolean ofSlave(
      SlaveState slave, boolean beats, @Nullable String owner, boolean foreignBeats) {
    if (slave.ended() || (slave.life() == null && !foreignBeats)) {
      return false;
    }
    if (slave.vouched()) {
      // A worker that vouches and lives sees the end of its process, and has the say on it. Not so
      // a
      // later process of that name: it may have found nothing to give up.
      return !beats || isAnothers(slave, owner);
    }
    return !beats || slave.endedWithTrial();
  }

  /** Whether its worker's name is by now that of another process, which does not know it. */
  static boolean isAnothers(SlaveState slave, @Nullable String owner) {
    return owner != null && !slave.owner().isEmpty() && !slave.owner().equals(owner);
  }

  /**
   * Whether a worker is dead.
   *
   * @param beats whether its heartbeat is there
   * @param ours whether it announces the protocol
   * @param foreignBeats whether a worker of another make without a heartbeat is dead
   */
  public static boolean ofWorker(boolean beats, boolean ours, boolean foreignBeats) {
    return !beats && (ours || foreignBeats);
  }

  /** How a dead slave ended. A worker of another make writes that for ours, but closes no trial. */
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
