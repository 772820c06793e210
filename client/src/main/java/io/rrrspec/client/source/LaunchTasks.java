package io.rrrspec.client.source;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;

/** Tells the tasks of a project with several launches which of them they belong to. */
public final class LaunchTasks {
  /** For the order only. */
  private static final Duration UNKNOWN = Duration.ofSeconds(1);

  private LaunchTasks() {}

  /**
   * Adds the launch of each task and its rank, if the project has several, or its JVMs cannot start
   * at once.
   *
   * @param ordered the tasks of a run in their order
   * @return those of a launch together, of the lowest rank the launch with the most work first;
   *     within a launch the order stays
   */
  public static List<TaskRequest> of(
      List<TaskRequest> ordered, Project project, ModuleRanking ranking) {
    return of(ordered, project, ranking, Map.of());
  }

  /**
   * The same, with some of them in another kind of JVM.
   *
   * @param kinds of which kind, by spec_file; their launches leave it open. The others are as is
   */
  public static List<TaskRequest> of(
      List<TaskRequest> ordered,
      Project project,
      ModuleRanking ranking,
      Map<String, JvmKind> kinds) {
    return of(ordered, project, ranking::rank, kinds);
  }

  /** The same without an order of the modules. */
  static List<TaskRequest> of(List<TaskRequest> ordered, Project project) {
    return of(ordered, project, launch -> 0, Map.of());
  }

  private static List<TaskRequest> of(
      List<TaskRequest> ordered,
      Project project,
      ToIntFunction<String> rank,
      Map<String, JvmKind> kinds) {
    List<Launch> launches = project.launches();
    if (launches.size() < 2
        && kinds.isEmpty()
        && launches.stream().allMatch(one -> one.goalsAround().isEmpty())) {
      return ordered;
    }
    Map<String, String> names = names(launches);
    Map<String, List<TaskRequest>> groups = new LinkedHashMap<>();
    for (TaskRequest task : ordered) {
      // Somebody asks for a class that the build would not run: then as it runs most.
      String launch = names.getOrDefault(task.specFile(), launches.get(0).name());
      TaskRequest asIs = task.withLaunch(launch).withRank(rank.applyAsInt(launch));
      JvmKind kind = kinds.get(task.specFile());
      TaskRequest placed = kind == null ? asIs : asIs.in(kind);
      groups
          .computeIfAbsent(Objects.requireNonNull(placed.launch()), name -> new ArrayList<>())
          .add(placed);
    }
    return groups.values().stream()
        .sorted(
            Comparator.comparingInt((List<TaskRequest> group) -> group.get(0).rank())
                .thenComparing(LaunchTasks::work, Comparator.reverseOrder()))
        .flatMap(List::stream)
        .toList();
  }

  /** The names of launches by the spec_files that they serve. */
  public static Map<String, String> names(List<Launch> launches) {
    Map<String, String> names = new HashMap<>();
    for (Launch launch : launches) {
      for (TestExecution execution : launch.executions()) {
        for (String name : execution.classes()) {
          names.put(new TestId(launch.module(), name, execution.id()).toString(), launch.name());
        }
      }
    }
    return names;
  }

  private static Duration work(List<TaskRequest> tasks) {
    Duration sum = Duration.ZERO;
    for (TaskRequest task : tasks) {
      Duration estimate = task.estimate();
      sum = sum.plus(estimate == null ? UNKNOWN : estimate);
    }
    return sum;
  }
}
