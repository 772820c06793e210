package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.store.LaunchStore;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which launch each place of a worker serves, in a taskset whose test JVMs are not all started
 * alike.
 */
public final class PlaceLaunches {
  /** The variable that tells a slave_command which launch is meant. */
  static final String VARIABLE = "RRRSPEC_LAUNCH";

  private final LaunchStore store;
  private final String tasksetKey;
  private final String workerKey;
  private final Map<Integer, String> last = new HashMap<>();
  private final Set<Integer> again = new HashSet<>();

  public PlaceLaunches(LaunchStore store, String tasksetKey, String workerKey) {
    this.store = store;
    this.tasksetKey = tasksetKey;
    this.workerKey = workerKey;
  }

  /**
   * The launch for which a place gets a JVM.
   *
   * @return null if it gets none now
   */
  @Nullable String next(int number) {
    String same = again.contains(number) ? last.get(number) : null;
    String chosen = store.choose(tasksetKey, workerKey, number, same);
    again.remove(number);
    if (chosen != null) {
      last.put(number, chosen);
    }
    return chosen;
  }

  void started(int number, String slaveKey) {
    String launch = last.get(number);
    if (launch != null) {
      store.started(tasksetKey, workerKey, number, launch, slaveKey);
    }
  }

  /** What is left for a fresh JVM needs one of the same launch. */
  void ended(int number, SlaveExit exit) {
    if (exit == SlaveExit.FRESH) {
      again.add(number);
    }
  }
}
