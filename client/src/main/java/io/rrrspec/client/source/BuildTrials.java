package io.rrrspec.client.source;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How often the build tries the classes of a run: each execution may say something else. */
public final class BuildTrials {
  /** What is tried without a retry, as commands are. */
  public static final BuildTrials ONCE = new BuildTrials(1, Map.of());

  private final int least;
  private final Map<String, Integer> byTask;

  private BuildTrials(int least, Map<String, Integer> byTask) {
    this.least = least;
    this.byTask = byTask;
  }

  /** Of these tasks; what the build would not run is tried once. */
  static BuildTrials of(Project project, Collection<String> tasks) {
    Map<String, Integer> all = new HashMap<>();
    for (ProjectModule module : project.modules()) {
      for (TestExecution execution : module.executions()) {
        for (String name : execution.classes()) {
          all.put(new TestId(module.dir(), name, execution.id()).toString(), execution.maxTrials());
        }
      }
    }
    Map<String, Integer> byTask = new HashMap<>();
    tasks.forEach(task -> byTask.put(task, all.getOrDefault(task, 1)));
    return new BuildTrials(
        byTask.values().stream().mapToInt(Integer::intValue).min().orElse(1), byTask);
  }

  /** The smallest number of all: one retry too many would hide a failure. */
  public int least() {
    return least;
  }

  /** Adds its own number to each task that is tried more often than {@link #least}. */
  public List<TaskRequest> apply(List<TaskRequest> tasks) {
    return tasks.stream()
        .map(
            task -> {
              int trials = byTask.getOrDefault(task.specFile(), least);
              return trials == least ? task : task.withMaxTrials(trials);
            })
        .toList();
  }
}
