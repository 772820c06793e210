package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the tasks that goals of the build run before and behind. Those of a module stand behind a
 * gate: a resource that nobody may hold until the goals before the tests have run.
 */
public final class GatedTasks {
  /** No resource of the settings begins so. */
  private static final String PREFIX = "@";

  private GatedTasks() {}

  /**
   * A gate with what stands behind it.
   *
   * @param module the directory of the module, relative to the project; empty for the project
   *     itself
   * @param name the name of the resource
   * @param launches what the JVMs of its tests are started with; one or more
   * @param tasks the tasks of a run; one or more
   */
  public record Gate(String module, String name, List<String> launches, List<String> tasks) {
    public Gate {
      launches = List.copyOf(launches);
      tasks = List.copyOf(tasks);
    }
  }

  /** Whether a resource is a gate. */
  static boolean isGate(String resource) {
    return resource.startsWith(PREFIX);
  }

  /** Puts the tasks of a run that need it behind their gates; each has its launch already. */
  public static List<TaskRequest> behindGates(Project project, List<TaskRequest> tasks) {
    Map<String, String> gates = gatesOfLaunches(project);
    return tasks.stream()
        .map(
            task -> {
              String gate = gates.get(String.valueOf(task.launch()));
              if (gate == null) {
                return task;
              }
              Set<String> all = new HashSet<>(task.resources());
              all.add(gate);
              return task.withResources(all);
            })
        .toList();
  }

  /** The limits of the gates that tasks stand behind: nobody may pass. */
  public static Map<String, ResourceLimit> limits(List<TaskRequest> tasks) {
    Map<String, ResourceLimit> limits = new TreeMap<>();
    tasks.stream()
        .flatMap(task -> task.resources().stream())
        .filter(GatedTasks::isGate)
        .forEach(name -> limits.put(name, new ResourceLimit(0, ResourceLimit.Scope.RUN)));
    return limits;
  }

  /** The gates of a run, in the order of the build. */
  public static List<Gate> gates(Project project, List<TaskRequest> tasks) {
    Map<String, List<String>> behind = new HashMap<>();
    for (TaskRequest task : tasks) {
      behind
          .computeIfAbsent(String.valueOf(task.launch()), name -> new ArrayList<>())
          .add(task.specFile());
    }
    Map<String, String> names = gatesOfLaunches(project);
    Map<String, Gate> gates = new LinkedHashMap<>();
    for (Launch launch : project.launches()) {
      String name = names.get(launch.name());
      List<String> its = behind.get(launch.name());
      if (name != null && its != null) {
        Gate one = new Gate(launch.module(), name, List.of(launch.name()), its);
        gates.merge(name, one, GatedTasks::both);
      }
    }
    return List.copyOf(gates.values());
  }

  private static Gate both(Gate one, Gate other) {
    return new Gate(
        one.module(),
        one.name(),
        Stream.concat(one.launches().stream(), other.launches().stream()).toList(),
        Stream.concat(one.tasks().stream(), other.tasks().stream()).toList());
  }

  /**
   * Checks that a run on a fleet needs no goals around its tests.
   *
   * @param names the tasks that are to be run
   * @throws UsageException if it does
   */
  public static void requireNone(Project project, Collection<String> names) {
    List<TaskRequest> tasks = names.stream().map(name -> new TaskRequest(name, null)).toList();
    List<Gate> gates = gates(project, LaunchTasks.of(tasks, project));
    if (gates.isEmpty()) {
      return;
    }
    Gate first = gates.get(0);
    Set<String> goals = new LinkedHashSet<>();
    project.launches().stream()
        .filter(launch -> launch.module().equals(first.module()))
        .forEach(launch -> goals.addAll(launch.goalsAround()));
    int more = gates.size() - 1;
    throw new UsageException(
        (first.module().isEmpty() ? "" : first.module() + ": ")
            + String.join(", ", goals)
            + (more == 0 ? "" : " (and %d more module%s)".formatted(more, more == 1 ? "" : "s"))
            + ": on a fleet goals around integration tests cannot run. Use rrrspec-java run, leave"
            + " --integration-tests out, or set 'ignore: [pre-integration-test]' to run the tests"
            + " without these goals");
  }

  /** By the name of the launch; modules are counted, since their names may have any character. */
  private static Map<String, String> gatesOfLaunches(Project project) {
    Map<String, String> ofModules = new HashMap<>();
    Map<String, String> gates = new HashMap<>();
    for (Launch launch : project.launches()) {
      if (!launch.goalsAround().isEmpty()) {
        String gate =
            ofModules.computeIfAbsent(launch.module(), module -> PREFIX + ofModules.size());
        gates.put(launch.name(), gate);
      }
    }
    return gates;
  }
}
