package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * The order of a run that somebody has chosen.
 *
 * @param kind the rule
 * @param seed decides the order of {@link Kind#RANDOM}; 0 for the others
 */
public record OrderChoice(Kind kind, long seed) {
  /** What a command line may name. */
  public static final String CHOICES = "as-is, longest, random, random:SEED or last-failed-first";

  /** The order of a run for which nobody has chosen one. */
  public static final OrderChoice LONGEST = new OrderChoice(Kind.LONGEST, 0);

  /** Seeds that we draw are short: people type them again. */
  private static final int SEEDS = 1_000_000;

  /** The rules by which tasks can be ordered. */
  public enum Kind {
    /** As Surefire runs the classes when its runOrder is the default. */
    AS_IS,
    /** Longest first, see {@link TaskOrder}. */
    LONGEST,
    /** Shuffled; the same for the same tasks and the same seed. */
    RANDOM,
    /** What failed when it was decided last; within this and after it, longest first. */
    LAST_FAILED_FIRST;

    /** As it stands on the command line. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Reads the value of {@code --order}; draws a seed for {@code random} without one.
   *
   * @throws UsageException if it is none
   */
  public static OrderChoice parse(String text) {
    String prefix = Kind.RANDOM.text() + ":";
    if (text.startsWith(prefix)) {
      try {
        return new OrderChoice(Kind.RANDOM, Long.parseLong(text.substring(prefix.length())));
      } catch (NumberFormatException e) {
        throw new UsageException(
            "option --order is '" + text + "': write a whole number behind " + prefix, e);
      }
    }
    for (Kind kind : Kind.values()) {
      if (kind.text().equals(text)) {
        boolean random = kind == Kind.RANDOM;
        return new OrderChoice(
            kind, random ? 1 + ThreadLocalRandom.current().nextInt(SEEDS - 1) : 0);
      }
    }
    throw new UsageException("option --order is '" + text + "': write " + CHOICES);
  }

  /** What a person needs to get the same order again; empty if that is nothing. */
  public Optional<String> note() {
    return kind == Kind.RANDOM
        ? Optional.of("order: random, seed " + seed + " (again: --order random:" + seed + ")")
        : Optional.empty();
  }

  /**
   * Puts tasks into this order.
   *
   * @param longestFirst the tasks as {@link TaskOrder} returns them
   * @param asIs the order of Surefire; asked only if it is wanted. A task that is not in it goes to
   *     the end
   * @param failed what failed last; asked only if it is wanted
   */
  public List<TaskRequest> apply(
      List<TaskRequest> longestFirst, Supplier<List<String>> asIs, Supplier<Set<String>> failed) {
    return switch (kind) {
      case LONGEST -> longestFirst;
      case AS_IS -> inOrderOf(asIs.get(), longestFirst);
      case RANDOM -> shuffled(longestFirst);
      case LAST_FAILED_FIRST -> failedFirst(failed.get(), longestFirst);
    };
  }

  private static List<TaskRequest> inOrderOf(List<String> names, List<TaskRequest> tasks) {
    Map<String, Integer> places = new HashMap<>();
    names.forEach(name -> places.putIfAbsent(name, places.size()));
    List<TaskRequest> sorted = new ArrayList<>(tasks);
    sorted.sort(
        Comparator.comparingInt(
                (TaskRequest task) -> places.getOrDefault(task.specFile(), Integer.MAX_VALUE))
            .thenComparing(TaskRequest::specFile));
    return List.copyOf(sorted);
  }

  private static List<TaskRequest> failedFirst(Set<String> failed, List<TaskRequest> tasks) {
    List<TaskRequest> sorted = new ArrayList<>(tasks);
    sorted.sort(Comparator.comparing((TaskRequest task) -> !failed.contains(task.specFile())));
    return List.copyOf(sorted);
  }

  /** By Fisher and Yates, with numbers of our own: a JDK may change how it shuffles. */
  private List<TaskRequest> shuffled(List<TaskRequest> tasks) {
    List<TaskRequest> sorted = new ArrayList<>(tasks);
    sorted.sort(Comparator.comparing(TaskRequest::specFile));
    long state = seed;
    for (int i = sorted.size() - 1; i > 0; i--) {
      state += 0x9E3779B97F4A7C15L;
      int other = (int) Long.remainderUnsigned(mixed(state), i + 1L);
      TaskRequest swapped = sorted.set(i, sorted.get(other));
      sorted.set(other, swapped);
    }
    return List.copyOf(sorted);
  }

  /** The output function of SplitMix64 (Steele, Lea and Flood, 2014). */
  private static long mixed(long state) {
    long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
