package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.store.LaunchStore;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which launch each place of a worker serves, in a taskset whose test JVMs are not all started
 * alike; and when it may start a JVM, in a taskset with isolated classes.
 */
public final class PlaceLaunches {
  private static final Logger log = LoggerFactory.getLogger(PlaceLaunches.class);

  /** The variable that tells a slave_command which launch is meant. */
  static final String VARIABLE = "RRRSPEC_LAUNCH";

  private final LaunchStore store;
  private final String tasksetKey;
  private final String workerKey;
  private final boolean several;
  private volatile int places;
  private final Map<Integer, String> last = new HashMap<>();
  private final Set<Integer> again = new HashSet<>();
  private final StillbornKinds stillborn = new StillbornKinds(Supervisor.MOST_STILLBORN);

  /**
   * Makes one that has started nothing.
   *
   * @param several whether the taskset has launches; else all JVMs are started alike
   * @param places how many places the worker has, 1 or more
   */
  public PlaceLaunches(
      LaunchStore store, String tasksetKey, String workerKey, boolean several, int places) {
    this.store = store;
    this.tasksetKey = tasksetKey;
    this.workerKey = workerKey;
    this.several = several;
    this.places = places;
  }

  /**
   * The launch for which a place gets a JVM.
   *
   * @return null if it gets none now; empty if all are started alike
   */
  @Nullable String next(int number) {
    if (!several) {
      return store.again(place(number), "") ? "" : null;
    }
    String same = last.get(number);
    if (same != null && stillborn.isOff(same)) {
      again.remove(number);
    }
    if (same != null && again.contains(number)) {
      if (!store.again(place(number), same)) {
        return null;
      }
      again.remove(number);
      return same;
    }
    String chosen = store.choose(place(number));
    if (chosen != null) {
      last.put(number, chosen);
    }
    return chosen;
  }

  /** Tells how many places the worker has now, 1 or more. */
  void places(int now) {
    places = now;
  }

  void started(int number, String slaveKey) {
    store.started(place(number), slaveKey);
  }

  /** What is left for a fresh JVM needs one of the same launch. */
  void ended(int number, SlaveExit exit) {
    if (exit == SlaveExit.FRESH) {
      again.add(number);
    }
  }

  /** The JVM that a place has started last has done something. */
  void lived(int number) {
    String launch = last.get(number);
    if (launch != null) {
      stillborn.lived(launch);
    }
  }

  /**
   * The JVM that a place has started last has ended before it had done anything.
   *
   * @param why in one line
   * @return whether the worker goes on, since JVMs as is may start; false if it was one of these
   */
  boolean died(int number, String why) {
    String launch = last.get(number);
    if (launch == null || !StillbornKinds.counts(launch)) {
      return false;
    }
    if (stillborn.died(launch)) {
      int moved = store.runAsIs(tasksetKey, launch, why);
      stillborn.giveUp(launch);
      log.warn(
          "taskset {}: JVMs of {} do not start, so {} tasks that waited for one run as is: {}",
          tasksetKey,
          launch,
          moved,
          why);
    }
    return true;
  }

  private LaunchStore.Place place(int number) {
    return new LaunchStore.Place(tasksetKey, workerKey, number, places);
  }
}
