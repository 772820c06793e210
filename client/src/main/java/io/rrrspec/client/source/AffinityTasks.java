package io.rrrspec.client.source;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells tasks what they share with others in a JVM, so that a claim prefers tasks whose JVM has
 * that. Only where two of the run share something in one launch; and not for tasks that need a
 * resource, or fail after others: these have rules of their own.
 */
public final class AffinityTasks {
  /** A claim looks at each of them, so they are few. */
  private static final int MOST_KEYS = 200;

  /** Tasks of a learned key take no more than so many times what the run lasts in any case. */
  private static final double OF_RUN = 1.25;

  private AffinityTasks() {}

  /** What is shared in JVMs of a launch. */
  private record Group(String launch, Affinity affinity) {
    static Group of(TaskRequest task, KnownAffinity known) {
      return new Group(Objects.requireNonNullElse(task.launch(), ""), known.affinity());
    }
  }

  /** As below, without keys that were learned: nobody knows how many JVMs there will be. */
  public static List<TaskRequest> of(
      List<TaskRequest> ordered, Map<String, KnownAffinity> known, OrderChoice order) {
    return of(ordered, known, order, Duration.ZERO);
  }

  /**
   * Adds what is known of them. Tasks of a key that was learned run one after the other in one JVM,
   * and whole; so they get it only if the run does not end later by that.
   *
   * @param ordered the tasks of a run in their order, with everything else that belongs to them
   * @param known what they shared in past runs, by spec_file
   * @param order what somebody has chosen; only {@link OrderChoice.Kind#LONGEST} is changed
   * @param share what each processor has to do, by the estimates
   * @return the tasks in the same order, but those that share something among themselves longest
   *     first, and of a key that was learned the class that the key names; their estimates are
   *     without what the first of them pays
   */
  public static List<TaskRequest> of(
      List<TaskRequest> ordered,
      Map<String, KnownAffinity> known,
      OrderChoice order,
      Duration share) {
    if (known.isEmpty() || order.kind() != OrderChoice.Kind.LONGEST) {
      return ordered;
    }
    Map<Group, List<TaskRequest>> groups = new HashMap<>();
    for (TaskRequest task : ordered) {
      KnownAffinity of = known.get(task.specFile());
      if (of != null
          && task.resources().isEmpty()
          && task.culprits().isEmpty()
          && !of.affinity().cost().isZero()) {
        groups
            .computeIfAbsent(Group.of(task, of), group -> new ArrayList<>())
            .add(
                new TaskRequest(
                    task.specFile(),
                    own(task, of),
                    task.culprits(),
                    task.launch(),
                    task.resources(),
                    task.rank(),
                    task.maxTrials(),
                    task.asIs(),
                    of.affinity(),
                    task.split(),
                    task.past()));
      }
    }
    groups.values().removeIf(tasks -> tasks.size() < 2);
    Duration lasts = share.isZero() ? share : max(share, longest(ordered, known));
    groups
        .entrySet()
        .removeIf(one -> isTooLong(one.getKey().affinity(), one.getValue(), known, lasts));
    Set<Group> kept = new HashSet<>();
    groups.keySet().stream()
        .sorted(
            Comparator.comparingLong((Group group) -> -saved(group, groups))
                .thenComparing(Group::launch)
                .thenComparing(group -> group.affinity().key()))
        .limit(MOST_KEYS)
        .forEach(kept::add);
    return placed(ordered, known, groups, kept);
  }

  /**
   * What tasks are expected to take if the first of each key pays for it.
   *
   * @param tasks in their order
   * @return by spec_file; null for those of which nobody knows
   */
  public static Map<String, @Nullable Duration> expected(List<TaskRequest> tasks) {
    Set<Group> paid = new HashSet<>();
    Map<String, @Nullable Duration> expected = new HashMap<>();
    for (TaskRequest task : tasks) {
      Affinity shared = task.affinity();
      Duration estimate = task.estimate();
      if (estimate != null
          && shared != null
          && paid.add(new Group(Objects.requireNonNullElse(task.launch(), ""), shared))) {
        estimate = estimate.plus(shared.cost());
      }
      expected.put(task.specFile(), estimate);
    }
    return expected;
  }

  /** An estimate that leaves room, such as one after a time-out, keeps that. */
  private static Duration own(TaskRequest task, KnownAffinity of) {
    Duration estimate = task.estimate();
    return of.affinity().isLearned() && estimate != null
        ? max(of.own(), estimate.minus(of.affinity().cost()))
        : of.own();
  }

  /** What the longest one takes if nothing is shared. */
  private static Duration longest(List<TaskRequest> tasks, Map<String, KnownAffinity> known) {
    return tasks.stream()
        .map(task -> apart(task, known.get(task.specFile())))
        .reduce(Duration.ZERO, AffinityTasks::max);
  }

  /** The estimate of a class that always ran after another one says nothing of that. */
  private static Duration apart(TaskRequest task, @Nullable KnownAffinity of) {
    Duration estimate = Objects.requireNonNullElse(task.estimate(), Duration.ZERO);
    return of != null && of.affinity().isLearned()
        ? max(estimate, of.own().plus(of.affinity().cost()))
        : estimate;
  }

  /** By what they took in one JVM: estimates may come from runs in which they ran apart. */
  private static boolean isTooLong(
      Affinity affinity,
      List<TaskRequest> tasks,
      Map<String, KnownAffinity> known,
      Duration lasts) {
    Duration together =
        tasks.stream()
            .map(task -> Objects.requireNonNull(known.get(task.specFile())).own())
            .reduce(affinity.cost(), Duration::plus);
    return affinity.isLearned() && together.toMillis() > OF_RUN * lasts.toMillis();
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** What its tasks would pay if each ran in a JVM of its own. */
  private static long saved(Group group, Map<Group, List<TaskRequest>> groups) {
    return group.affinity().cost().toMillis() * (groups.getOrDefault(group, List.of()).size() - 1);
  }

  private static List<TaskRequest> placed(
      List<TaskRequest> ordered,
      Map<String, KnownAffinity> known,
      Map<Group, List<TaskRequest>> groups,
      Set<Group> kept) {
    Map<Group, Iterator<TaskRequest>> next = new HashMap<>();
    Set<String> shares = new HashSet<>();
    for (Group group : kept) {
      List<TaskRequest> tasks = new ArrayList<>(groups.getOrDefault(group, List.of()));
      tasks.forEach(task -> shares.add(task.specFile()));
      tasks.sort(
          Comparator.comparing((TaskRequest task) -> !group.affinity().isLearnedOf(task.specFile()))
              .thenComparing(
                  TaskRequest::estimate, Comparator.nullsLast(Comparator.reverseOrder())));
      next.put(group, tasks.iterator());
    }
    List<TaskRequest> all = new ArrayList<>();
    for (TaskRequest task : ordered) {
      KnownAffinity of = known.get(task.specFile());
      Iterator<TaskRequest> ofGroup =
          of == null || !shares.contains(task.specFile()) ? null : next.get(Group.of(task, of));
      all.add(ofGroup == null ? task : ofGroup.next());
    }
    return all;
  }
}
