package io.rrrspec.experiments.simulation;

import java.util.List;

/** Questions about trials. */
final class Trials {
  private Trials() {}

  /** Whether none of them is open any more, or nobody needs them. */
  static boolean areClosed(Snapshot now, List<String> trials) {
    return now.tasksets().stream()
        .filter(taskset -> !taskset.isOver())
        .flatMap(taskset -> taskset.tasks().values().stream())
        .flatMap(task -> task.trials().values().stream())
        .noneMatch(trial -> trial.isOpen() && trials.contains(trial.key()));
  }
}
