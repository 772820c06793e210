package io.rrrspec.client.source;

import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.Relation;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps classes apart from those after or beside which they are known to fail: served first, such a
 * class runs before its culprits in most cases, and where it does not, the claim leaves it to
 * another JVM, or to a later time.
 */
public final class ApartTasks {
  private ApartTasks() {}

  /**
   * Adds what is known of them.
   *
   * @param ordered the tasks of a run in their order
   * @param culprits what is known, by the task that fails
   * @param order what somebody has chosen; an order that is not ours to change stays
   * @return those that have confirmed culprits in this run first, each part in its order
   */
  public static List<TaskRequest> of(
      List<TaskRequest> ordered, Map<String, List<Culprits>> culprits, OrderChoice order) {
    if (culprits.isEmpty()) {
      return ordered;
    }
    Set<String> present = new HashSet<>();
    ordered.forEach(task -> present.add(task.specFile()));
    Map<String, List<Culprits>> beside = theOtherWayRound(culprits);
    List<TaskRequest> known =
        ordered.stream()
            .map(
                task ->
                    task.with(
                        Stream.concat(
                                culprits.getOrDefault(task.specFile(), List.of()).stream(),
                                beside.getOrDefault(task.specFile(), List.of()).stream())
                            .filter(set -> present.containsAll(set.tasks()))
                            .toList()))
            .toList();
    if (order.kind() == OrderChoice.Kind.RANDOM || order.kind() == OrderChoice.Kind.AS_IS) {
      return known;
    }
    return Stream.concat(
            known.stream().filter(ApartTasks::isApart),
            known.stream().filter(task -> !isApart(task)))
        .toList();
  }

  /** Who holds what two of them want is a matter of who was first. */
  private static Map<String, List<Culprits>> theOtherWayRound(
      Map<String, List<Culprits>> culprits) {
    Map<String, List<Culprits>> others = new HashMap<>();
    culprits.forEach(
        (task, sets) ->
            sets.stream()
                .filter(set -> set.confirmed() && set.relation().isConflict())
                .forEach(
                    set ->
                        set.tasks()
                            .forEach(
                                other ->
                                    others
                                        .computeIfAbsent(other, name -> new ArrayList<>())
                                        .add(new Culprits(List.of(task), true, set.relation())))));
    return others;
  }

  private static boolean isApart(TaskRequest task) {
    return task.culprits().stream()
        .anyMatch(set -> set.confirmed() && set.relation() == Relation.AFTER);
  }
}
