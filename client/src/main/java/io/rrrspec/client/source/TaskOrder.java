package io.rrrspec.client.source;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The order in which tasks are served: longest first, so that the run does not end with one slave
 * at work and the others idle (Graham's rule, at most 4/3 of the best makespan).
 *
 * <p>A task that has no estimate stands with the longest tenth of those that have one, the higher
 * the larger its class is: an unknown task that turns out to be long costs more at the end than
 * many short ones at the beginning. The figures are in docs/estimates.md.
 */
public final class TaskOrder {
  private TaskOrder() {}

  /**
   * Sorts.
   *
   * @param tasks the spec_files
   * @param estimates what is known of them
   * @param size the size of a task's class in bytes, or 0
   * @return the longest first; the guesses are for the order only and are not handed on
   */
  public static List<TaskRequest> order(
      List<String> tasks, Map<String, Duration> estimates, ToLongFunction<String> size) {
    List<Long> known =
        tasks.stream()
            .filter(estimates::containsKey)
            .map(task -> estimates.getOrDefault(task, Duration.ZERO).toMillis())
            .sorted()
            .toList();
    double longMillis = known.isEmpty() ? 1 : known.get(known.size() * 9 / 10);
    Map<String, Double> weights = new HashMap<>();
    List<Long> sizes = tasks.stream().map(size::applyAsLong).sorted().toList();
    double medianSize = sizes.isEmpty() ? 1 : Math.max(1, sizes.get(sizes.size() / 2));
    for (String task : tasks) {
      Duration estimate = estimates.get(task);
      if (estimate != null) {
        weights.put(task, (double) estimate.toMillis());
        continue;
      }
      double relativeSize = size.applyAsLong(task) / medianSize;
      weights.put(task, longMillis * (known.isEmpty() ? relativeSize : Math.max(1, relativeSize)));
    }
    List<String> sorted = new ArrayList<>(tasks);
    // By name where all else is equal: the same input gives the same order.
    sorted.sort(
        Comparator.comparingDouble((String task) -> -weights.getOrDefault(task, 0.0))
            .thenComparing(Comparator.naturalOrder()));
    return sorted.stream().map(task -> new TaskRequest(task, estimates.get(task))).toList();
  }
}
