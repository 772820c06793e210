package io.rrrspec.experiments.simulation;

import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.experiments.simulation.Snapshot.TaskSeen;
import io.rrrspec.experiments.simulation.Snapshot.TasksetSeen;
import io.rrrspec.experiments.simulation.Snapshot.TrialSeen;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Never more tasks that need a resource are open at once than its limit says, and never another
 * task on the host of one that needs that. Each worker has a host of its own.
 */
final class Scarcity {
  private final Plan plan;
  private int used;

  Scarcity(Plan plan) {
    this.plan = plan;
  }

  void check(Snapshot now) {
    plan.resources().forEach((name, limit) -> check(now, name, limit));
  }

  /** How often a resource was seen that was used up. */
  int used() {
    return used;
  }

  private void check(Snapshot now, String name, ResourceLimit limit) {
    Map<String, Integer> open = new HashMap<>();
    for (TasksetSeen taskset : now.tasksets()) {
      if (taskset.isOver()) {
        continue;
      }
      for (TaskSeen task : taskset.tasks().values()) {
        if (!plan.needs(task.specFile()).contains(name)) {
          continue;
        }
        for (TrialSeen trial : task.trials().values()) {
          // A companion runs other classes than that of its task.
          if (!trial.isOpen() || trial.probe().equals("companion")) {
            continue;
          }
          int count = open.merge(group(limit, taskset, trial), 1, Integer::sum);
          if (count > limit.limit()) {
            throw new Violation(
                "broken: more than " + limit.limit() + " have the resource " + name,
                task.key(),
                null);
          }
          used += count == limit.limit() ? 1 : 0;
          if (limit.scope() == ResourceLimit.Scope.HOST) {
            checkAlone(taskset, task, trial);
          }
        }
      }
    }
  }

  /** Nothing of its taskset is open on a host beside an isolated task. */
  private void checkAlone(TasksetSeen taskset, TaskSeen isolated, TrialSeen trial) {
    taskset.tasks().values().stream()
        .flatMap(task -> Stream.concat(Stream.of(task), task.parts().stream()))
        .flatMap(task -> task.trials().values().stream())
        .filter(other -> other.isOpen() && !other.key().equals(trial.key()))
        .filter(other -> worker(other).equals(worker(trial)))
        .forEach(
            other -> {
              throw new Violation(
                  "broken: " + other.key() + " runs beside an isolated task", isolated.key(), null);
            });
  }

  private static String worker(TrialSeen trial) {
    return trial.slave().substring(0, trial.slave().indexOf(":slave:"));
  }

  private static String group(ResourceLimit limit, TasksetSeen taskset, TrialSeen trial) {
    return switch (limit.scope()) {
      case FLEET -> "";
      case RUN -> taskset.key();
      case WORKER, HOST -> taskset.key() + " " + worker(trial);
    };
  }
}
