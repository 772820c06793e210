package io.rrrspec.common.queue;

import java.util.Map;

/**
 * A queue had its turn: kept with the assignment that it has led to, so that a server that dies in
 * between leaves both or none.
 *
 * @param group the type of the worker
 * @param kind what was served
 * @param queue the name of the queue
 * @param credits of all queues of the group, where they share seats; else empty
 */
public record Turn(String group, Kind kind, String queue, Map<String, Double> credits) {
  /** What was served. */
  public enum Kind {
    /** A queue that had less than it is guaranteed. */
    GUARANTEED,
    /** One of several queues that are guaranteed a part of a worker each. */
    SHARED,
    /** A queue that gets more than it is guaranteed. */
    SURPLUS
  }

  public Turn {
    credits = Map.copyOf(credits);
  }
}
