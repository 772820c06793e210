package io.rrrspec.client.local;

import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.model.RunWay;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.persister.record.history.RunCost;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Whether a run is plain: whole classes, in JVMs as the project has them, as many as there are
 * processors.
 *
 * <p>All else is chosen class by class, and what heavy classes do to one another is not seen there:
 * two that fill the same caches of a JVM take less in one JVM than in two. So the record of whole
 * runs has the last word. A plain run is tried now and then where such classes make up a good part
 * of the run; and where all of the last plain runs took less than the last others in the mean, runs
 * are plain. docs/speed.md has the figures.
 *
 * @param plain whether it is
 * @param notes lines that say so before the run
 */
record PlainChoice(boolean plain, List<String> notes) {
  /** As always. */
  static final PlainChoice NO = new PlainChoice(false, List.of());

  /** So many whole runs are looked at. */
  static final int RUNS = 60;

  /** So many plain runs, and as many others, decide. */
  static final int SAMPLES = 3;

  /** So many others are looked at. */
  private static final int OTHERS = 5;

  /** So many runs lie between two that are tried, until there are enough. */
  static final int BETWEEN = 3;

  /** And so many once it is known that others are faster. */
  static final int BETWEEN_LOST = 30;

  /** So many in a row are plain: then another way is tried again. */
  static final int IN_A_ROW = 10;

  /** The part of all processor time that the two heaviest classes must have. */
  private static final double HEAVY = 0.3;

  /** A plain run is tried if it is expected to take no more than so many times as long. */
  private static final double LONGEST_TRY = 1.5;

  /** It must take this part of what others take, and of their processor time, to be better. */
  private static final double BETTER = 0.95;

  private static final double CHEAPER = 0.9;

  /** More classes than this have no two that make up a good part of them. */
  static final int MOST_CLASSES = 5_000;

  /** Whether two of them are so heavy that the way they meet matters for the whole run. */
  static boolean mayMatter(List<TaskRequest> tasks, Map<String, TimeShare> shares) {
    if (tasks.size() > MOST_CLASSES) {
      return false;
    }
    List<Long> heaviestFirst =
        tasks.stream()
            .map(task -> shares.get(task.specFile()))
            .filter(Objects::nonNull)
            .map(share -> share.processor().toMillis())
            .sorted(Comparator.reverseOrder())
            .toList();
    long all = heaviestFirst.stream().mapToLong(Long::longValue).sum();
    long two = heaviestFirst.stream().limit(2).mapToLong(Long::longValue).sum();
    return heaviestFirst.size() >= 2 && two >= HEAVY * all;
  }

  /** What a plain run of these takes by their estimates, at least. */
  static Duration expected(List<TaskRequest> tasks, int processors) {
    Duration sum = Duration.ZERO;
    Duration longest = Duration.ZERO;
    for (TaskRequest task : tasks) {
      Duration one = Objects.requireNonNullElse(task.estimate(), Duration.ZERO);
      sum = sum.plus(one);
      longest = one.compareTo(longest) > 0 ? one : longest;
    }
    Duration share = sum.dividedBy(processors);
    return share.compareTo(longest) > 0 ? share : longest;
  }

  /**
   * Chooses for a run that may be plain.
   *
   * @param runs the last {@value #RUNS} whole runs on as many processors, newest first
   * @param processors how many slaves a plain run has; 1 or more
   * @param expected how long a plain run takes at least, by the estimates
   */
  static PlainChoice of(List<RunCost> runs, int processors, Duration expected) {
    List<RunCost> plain = newest(runs, RunWay.Kind.PLAIN, SAMPLES);
    List<RunCost> others = newest(runs, RunWay.Kind.FASTEST, OTHERS);
    if (others.size() < SAMPLES) {
      return NO;
    }
    if (plain.size() == SAMPLES && plain.stream().allMatch(one -> isBetter(one, others))) {
      boolean again = countFirst(runs, true) < IN_A_ROW;
      return again ? new PlainChoice(true, List.of(better(processors, plain, others))) : NO;
    }
    boolean open = plain.size() < SAMPLES || isBetter(plain.get(0), others);
    boolean due = countFirst(runs, false) >= (open ? BETWEEN : BETWEEN_LOST);
    return due && mayPay(expected, others) ? new PlainChoice(true, List.of(tried(processors))) : NO;
  }

  private static List<RunCost> newest(List<RunCost> runs, RunWay.Kind way, int most) {
    return runs.stream().filter(run -> run.good() && run.way() == way).limit(most).toList();
  }

  /** How many of the newest runs are plain, or are not, in a row; also those that were not good. */
  private static long countFirst(List<RunCost> runs, boolean plain) {
    return runs.stream().takeWhile(run -> (run.way() == RunWay.Kind.PLAIN) == plain).count();
  }

  /**
   * Others may swing between fast and slow, by how heavy classes meet: so their mean counts. But
   * the newest must not have been faster.
   */
  private static boolean isBetter(RunCost plain, List<RunCost> others) {
    return plain.took().toMillis() <= BETTER * mean(others, RunCost::took)
        && plain.processor().toMillis() <= CHEAPER * mean(others, RunCost::processor)
        && plain.took().compareTo(others.get(0).took()) < 0;
  }

  private static double mean(List<RunCost> runs, Function<RunCost, Duration> cost) {
    return runs.stream().mapToLong(run -> cost.apply(run).toMillis()).average().orElse(0);
  }

  private static boolean mayPay(Duration expected, List<RunCost> others) {
    return expected.toMillis() <= LONGEST_TRY * others.get(0).took().toMillis();
  }

  private static String tried(int processors) {
    return "this run is plain, to compare: " + way(processors) + " (plain: off: never)";
  }

  private static String better(int processors, List<RunCost> plain, List<RunCost> others) {
    return String.format(
        Locale.ROOT,
        "this run is plain: %s; such runs took %.0f s and %.0f s of processor time, others %.0f s"
            + " and %.0f s (plain: off: never)",
        way(processors),
        seconds(plain.get(0).took()),
        seconds(plain.get(0).processor()),
        mean(others, RunCost::took) / 1e3,
        mean(others, RunCost::processor) / 1e3);
  }

  private static String way(int processors) {
    return (processors == 1 ? "1 slave" : processors + " slaves")
        + ", JVMs as the project has them, whole classes";
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  /** How many slaves the run has instead of these. */
  SlaveNumber slaves(SlaveNumber asked) {
    return plain ? SlaveNumber.of(asked.number()) : asked;
  }
}
