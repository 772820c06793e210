package io.rrrspec.client.source;

import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Tells tasks that they are isolated: nothing else of their run runs on their host at that time.
 * The host is a resource that each of them needs.
 */
public final class IsolatedTasks {
  /** No resource of the settings begins so. */
  private static final String HOST = "!isolated";

  private IsolatedTasks() {}

  /**
   * Adds the host to what isolated tasks need.
   *
   * @param ordered the tasks of a run in their order, which stays
   * @param patterns which tasks are isolated besides those whose classes say so
   * @param warnings gets a line for each pattern that means no task
   * @throws io.rrrspec.common.ServiceException if a file of the project cannot be read
   */
  public static List<TaskRequest> of(
      List<TaskRequest> ordered,
      List<String> patterns,
      TaskPatterns tasks,
      Consumer<String> warnings) {
    Predicate<String> isolated = tasks.isolated().get()::contains;
    for (String text : patterns) {
      Predicate<String> pattern = tasks.reader().apply(text);
      if (tasks.all().stream().noneMatch(pattern)) {
        warnings.accept(
            "warning: isolated: no class matches '" + text + "': correct it or leave it out");
      }
      isolated = isolated.or(pattern);
    }
    Predicate<String> any = isolated;
    return ordered.stream().map(task -> any.test(task.specFile()) ? isolated(task) : task).toList();
  }

  private static TaskRequest isolated(TaskRequest task) {
    Set<String> resources = new HashSet<>(task.resources());
    resources.add(HOST);
    return task.withResources(resources);
  }

  /** The limit of the host, if one of these tasks is isolated. */
  public static Map<String, ResourceLimit> limits(List<TaskRequest> tasks) {
    return tasks.stream().anyMatch(task -> task.resources().contains(HOST))
        ? Map.of(HOST, new ResourceLimit(1, ResourceLimit.Scope.HOST))
        : Map.of();
  }
}
