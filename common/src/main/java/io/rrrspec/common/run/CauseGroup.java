package io.rrrspec.common.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Failures that have their cause in common.
 *
 * @param cause see {@link FailureCause}
 * @param failures in their order; at least one
 */
public record CauseGroup<T>(String cause, List<T> failures) {
  public CauseGroup {
    failures = List.copyOf(failures);
    if (failures.isEmpty()) {
      throw new IllegalArgumentException("no failure of " + cause);
    }
  }

  /**
   * Puts failures together.
   *
   * @param failures in any order, which those of one cause keep
   * @param cause the cause of one
   * @return those with most failures first; of equally many those that came first
   */
  public static <T> List<CauseGroup<T>> of(List<T> failures, Function<T, String> cause) {
    Map<String, List<T>> byCause = new LinkedHashMap<>();
    for (T failure : failures) {
      byCause.computeIfAbsent(cause.apply(failure), key -> new ArrayList<>()).add(failure);
    }
    List<CauseGroup<T>> groups = new ArrayList<>();
    byCause.forEach((key, those) -> groups.add(new CauseGroup<>(key, those)));
    groups.sort(Comparator.comparingInt((CauseGroup<T> group) -> group.failures.size()).reversed());
    return groups;
  }

  /** The one that stands for all. */
  public T first() {
    return failures.get(0);
  }

  /** All but the first. */
  public List<T> others() {
    return failures.subList(1, failures.size());
  }
}
