package io.rrrspec.client.source;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Divides classes that take longer than their share of a run, so that the run need not wait for
 * them. A pure function of what is known of all classes.
 *
 * <ul>
 *   <li>The share is what each slave has to do if all of them end at once, as far as is known. A
 *       class is divided if it takes more than {@value #OF_SHARE} of that, and at least {@link
 *       #SHORTEST}.
 *   <li>Its methods are dealt out by what they took last, the longest first, each to the part that
 *       has least. The last part, the one with the least, is the rest of the class: it also runs
 *       what is not known.
 *   <li>Each part pays the set-up of the class again. So it gets as many parts as make the end of
 *       the run come soonest, of those the fewest; and none unless that brings a twentieth of the
 *       run, and {@link #LEAST_GAIN}.
 * </ul>
 *
 * @param slaves how many may work at once; 1 or more
 * @param share how long the run takes at least, however its classes are divided
 */
public record SplitPlan(int slaves, Duration share) {
  static final double OF_SHARE = 0.7;
  static final Duration SHORTEST = Duration.ofSeconds(2);
  static final Duration LEAST_GAIN = Duration.ofMillis(500);

  /** More parts are not looked at: each is a task of its own. */
  private static final int MOST_PARTS = 64;

  /** What a class takes of which nobody knows that. */
  static final Duration UNKNOWN = Duration.ofSeconds(1);

  public SplitPlan {
    if (slaves < 1) {
      throw new IllegalArgumentException("1 slave or more, not " + slaves);
    }
  }

  /**
   * A plan for slaves of which each takes one class after the other.
   *
   * @param slaves how many there are
   */
  public static SplitPlan ofSlaves(int slaves, List<TaskRequest> tasks) {
    Duration sum = Duration.ZERO;
    for (TaskRequest task : tasks) {
      sum = sum.plus(expected(task));
    }
    return new SplitPlan(slaves, sum.dividedBy(slaves));
  }

  /**
   * Divides those classes that are worth it.
   *
   * @param tasks in their order, the longest first
   * @param known what is known of the tests of classes that may be divided, by spec_file
   */
  public List<TaskRequest> apply(List<TaskRequest> tasks, Map<String, PartTimes> known) {
    if (slaves < 2 || known.isEmpty()) {
      return tasks;
    }
    // What the run lasts at least because of what stays whole.
    Duration longest = share;
    for (TaskRequest task : tasks) {
      PartTimes times = known.get(task.specFile());
      if (times == null || !isLong(task)) {
        longest = max(longest, expected(task));
      }
    }
    List<TaskRequest> all = new ArrayList<>(tasks.size());
    for (TaskRequest task : tasks) {
      PartTimes times = known.get(task.specFile());
      all.add(times == null || !isLong(task) ? task : task.withSplit(split(task, times, longest)));
    }
    return all;
  }

  private boolean isLong(TaskRequest task) {
    return exceedsShare(task)
        // These have rules of their own.
        && task.resources().isEmpty()
        && task.culprits().isEmpty()
        && task.affinity() == null;
  }

  /** Whether a task takes so much more than its share that one thinks of dividing it. */
  boolean exceedsShare(TaskRequest task) {
    Duration estimate = task.estimate();
    return estimate != null
        && estimate.compareTo(SHORTEST) >= 0
        && estimate.toMillis() > OF_SHARE * share.toMillis();
  }

  private static Duration expected(TaskRequest task) {
    Duration estimate = task.estimate();
    return estimate == null ? UNKNOWN : estimate;
  }

  /**
   * The parts of a class; null if it should stay whole.
   *
   * @param times what its tests took
   * @param longest how long the run takes in any case
   */
  private @Nullable SplitRequest split(TaskRequest task, PartTimes times, Duration longest) {
    if (!ClassPart.canName(times.methods().keySet())) {
      return null;
    }
    int most = Math.min(Math.min(slaves, times.methods().size()), MOST_PARTS);
    // An estimate leaves room, and a set-up may be more than the class pays in one piece.
    Duration whole = max(longest, min(expected(task), times.inOnePiece()));
    Duration best = whole;
    List<Bin> chosen = List.of();
    for (int count = 2; count <= most; count++) {
      List<Bin> bins = deal(times.methods(), count);
      if (bins.get(count - 1).methods.isEmpty()) {
        break;
      }
      Duration again = times.setup().multipliedBy(count - 1L).dividedBy(slaves);
      Duration end = max(longest.plus(again), bins.get(0).sum.plus(times.setup()));
      if (best.minus(end).compareTo(max(LEAST_GAIN, whole.dividedBy(20))) >= 0) {
        best = end;
        chosen = bins;
      }
    }
    return chosen.isEmpty() ? null : request(chosen, times);
  }

  private static SplitRequest request(List<Bin> bins, PartTimes times) {
    List<SplitRequest.Part> parts = new ArrayList<>();
    List<String> named = new ArrayList<>();
    for (int i = 0; i < bins.size(); i++) {
      Bin bin = bins.get(i);
      boolean rest = i == bins.size() - 1;
      parts.add(
          new SplitRequest.Part(
              bin.sum.plus(times.setup()),
              new ClassPart(i + 1, bins.size(), rest, rest ? named : bin.methods)));
      named.addAll(bin.methods);
    }
    return new SplitRequest(parts, times.tests(), times.skipped(), null);
  }

  /** Longest first, each to the part that has least; the parts with the longest one first. */
  private static List<Bin> deal(SortedMap<String, Duration> methods, int count) {
    PriorityQueue<Bin> open =
        new PriorityQueue<>(
            Comparator.comparing((Bin bin) -> bin.sum).thenComparing(bin -> bin.number));
    for (int i = 0; i < count; i++) {
      open.add(new Bin(i));
    }
    methods.entrySet().stream()
        .sorted(
            Map.Entry.<String, Duration>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(
            method -> {
              Bin least = open.remove();
              least.add(method.getKey(), method.getValue());
              open.add(least);
            });
    return open.stream()
        .sorted(
            Comparator.comparing((Bin bin) -> bin.sum).reversed().thenComparing(bin -> bin.number))
        .toList();
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  /** Methods of one part. */
  private static final class Bin {
    private final int number;
    private final List<String> methods = new ArrayList<>();
    private Duration sum = Duration.ZERO;

    Bin(int number) {
      this.number = number;
    }

    void add(String method, Duration time) {
      methods.add(method);
      sum = sum.plus(time);
    }
  }
}
