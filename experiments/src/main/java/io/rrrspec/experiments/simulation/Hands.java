package io.rrrspec.experiments.simulation;

import io.rrrspec.experiments.simulation.Snapshot.TaskSeen;
import io.rrrspec.experiments.simulation.Snapshot.TasksetSeen;
import java.util.HashMap;
import java.util.Map;

/** How long tasks are orphaned: not queued, and no slave that lives has them. */
final class Hands {
  private final World world;
  private final long bound;
  private final Map<String, Long> since = new HashMap<>();
  private long longest;

  /**
   * Makes it.
   *
   * @param bound milliseconds, the longest that is allowed while no server is disturbed
   */
  Hands(World world, long bound) {
    this.world = world;
    this.bound = bound;
  }

  void look(Snapshot now) {
    long millis = world.agenda().millis();
    for (TasksetSeen taskset : now.tasksets()) {
      for (TaskSeen task : taskset.tasks().values()) {
        if (Tasks.isInHands(world, taskset, task)) {
          since.remove(task.key());
        } else {
          long from = since.computeIfAbsent(task.key(), t -> millis);
          longest = Math.max(longest, millis - from);
          if (millis - Math.max(from, world.weather().blindUntil()) > bound) {
            throw new Violation(
                "a task is orphaned for more than " + bound / 1000 + " s", task.key(), null);
          }
        }
      }
    }
  }

  /** The longest time that was seen, in milliseconds. */
  long longest() {
    return longest;
  }
}
