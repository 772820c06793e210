package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.model.JvmKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts the JVMs of launches that are made for speed, and that ended before they had done
 * anything. Whatever keeps them from starting, JVMs as the project starts them may do.
 */
final class StillbornKinds {
  private final int most;
  private final Map<String, Integer> inARow = new HashMap<>();
  private final Set<String> off = new HashSet<>();

  /**
   * Counts from zero.
   *
   * @param most after how many in a row no further one is tried, 1 or more
   */
  StillbornKinds(int most) {
    this.most = most;
  }

  /** Whether a launch is made for speed, so that its JVMs are counted here. */
  static boolean counts(String launch) {
    return JvmKind.ofLaunch(launch) != JvmKind.AS_IS;
  }

  /** A JVM of a launch has done something. */
  void lived(String launch) {
    inARow.remove(launch);
  }

  /**
   * A JVM of a launch has ended before that.
   *
   * @return whether the launch is to be given up; again and again until it {@link #isOff}
   */
  boolean died(String launch) {
    return inARow.merge(launch, 1, Integer::sum) >= most && !off.contains(launch);
  }

  /** No JVM of a launch is started any more. */
  void giveUp(String launch) {
    off.add(launch);
  }

  /** Whether no JVM of a launch is started any more. */
  boolean isOff(String launch) {
    return off.contains(launch);
  }
}
