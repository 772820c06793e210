package io.rrrspec.client.source;

import io.rrrspec.common.config.TestResource;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Tells tasks which resources they need, and starts those early that wait for each other. */
public final class ResourceTasks {
  /** For the order only. */
  private static final double UNKNOWN_MILLIS = 1_000;

  private final Map<String, TestResource> resources;
  private final ResourceNeeds needs;

  /**
   * Reads what resources say about tasks.
   *
   * @param warnings gets a line for each pattern that means no task
   * @throws io.rrrspec.common.UsageException if a resource needs classes, and the tasks are none
   * @throws io.rrrspec.common.ServiceException if a file of the project cannot be read
   */
  public ResourceTasks(
      Map<String, TestResource> resources, TaskPatterns tasks, Consumer<String> warnings) {
    this.resources = Map.copyOf(resources);
    this.needs = new ResourceNeeds(resources, tasks, warnings);
  }

  /** The limits of all resources that at least one of these tasks needs. */
  public static Map<String, ResourceLimit> limits(
      Map<String, TestResource> resources, List<TaskRequest> tasks) {
    Set<String> needed = new TreeSet<>();
    tasks.forEach(task -> needed.addAll(task.resources()));
    Map<String, ResourceLimit> limits = new TreeMap<>();
    resources.forEach(
        (name, resource) -> {
          if (needed.contains(name)) {
            limits.put(name, resource.limit());
          }
        });
    return limits;
  }

  /**
   * Adds the resources of each task.
   *
   * @param ordered the tasks of a run in their order
   * @param order what somebody has chosen; only {@link OrderChoice.Kind#LONGEST} is changed: a task
   *     then counts as long as it and all behind it take that wait for the same resource
   * @param workers how many workers have a resource each that is counted per worker, 1 or more
   */
  public List<TaskRequest> of(List<TaskRequest> ordered, OrderChoice order, int workers) {
    if (needs.none()) {
      return ordered;
    }
    List<TaskRequest> tasks =
        ordered.stream().map(task -> task.withResources(needs.of(task.specFile()))).toList();
    return order.kind() == OrderChoice.Kind.LONGEST ? chainsFirst(tasks, workers) : tasks;
  }

  /** From the end, so that the sum of each chain is known at each of its tasks. */
  private List<TaskRequest> chainsFirst(List<TaskRequest> tasks, int workers) {
    Map<String, Double> weights = new HashMap<>();
    Map<String, Double> chains = new HashMap<>();
    double known = UNKNOWN_MILLIS;
    for (int i = tasks.size() - 1; i >= 0; i--) {
      TaskRequest task = tasks.get(i);
      Duration estimate = task.estimate();
      // A task without an estimate stands where it was guessed to belong: it takes as long as the
      // next one.
      known = estimate == null ? known : estimate.toMillis();
      double weight = known;
      for (String name : task.resources()) {
        weight = Math.max(weight, chains.merge(name, known / places(name, workers), Double::sum));
      }
      weights.put(task.specFile(), weight);
    }
    List<TaskRequest> sorted = new ArrayList<>(tasks);
    sorted.sort(Comparator.comparingDouble(task -> -weights.getOrDefault(task.specFile(), 0.0)));
    return List.copyOf(sorted);
  }

  private int places(String name, int workers) {
    TestResource resource = resources.get(name);
    if (resource == null) {
      return 1;
    }
    ResourceLimit limit = resource.limit();
    return limit.scope() == ResourceLimit.Scope.WORKER ? limit.limit() * workers : limit.limit();
  }
}
