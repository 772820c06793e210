package io.rrrspec.experiments.simulation;

import io.rrrspec.experiments.simulation.Snapshot.TaskSeen;
import io.rrrspec.experiments.simulation.Snapshot.TasksetSeen;

/** Questions about tasks. */
final class Tasks {
  private Tasks() {}

  /** Whether somebody has it, or nobody needs to. */
  static boolean isInHands(World world, Snapshot now, String taskKey) {
    for (TasksetSeen taskset : now.tasksets()) {
      TaskSeen task = taskset.tasks().get(taskKey);
      if (task != null) {
        return isInHands(world, taskset, task);
      }
    }
    return true;
  }

  /** As above. */
  static boolean isInHands(World world, TasksetSeen taskset, TaskSeen task) {
    if (taskset.isOver()
        || taskset.isStopped()
        || task.isDecided()
        || taskset.queued().contains(task.key())) {
      return true;
    }
    if (!task.partsLeft().isEmpty()) {
      return task.partsLeft().stream().allMatch(part -> isInHands(world, taskset, part));
    }
    return task.trials().values().stream()
        .anyMatch(trial -> trial.isOpen() && world.truth().isAlive(trial.slave()));
  }
}
