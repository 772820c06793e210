package io.rrrspec.persister.record.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How long a task will take, from how long it took; docs/estimates.md says why so.
 *
 * <p>The weighted median of the recent good durations, each run weighing 0.7 of the next newer one:
 * unlike a mean it does not follow the one run that came first in a cold JVM or met a busy host,
 * and with this weight the second run in a row that takes longer is believed.
 *
 * <p>But no less than 0.9 of what it takes now and then: of the longest duration that the newest
 * run alone does not account for and that, together with longer ones, stands for a fifth of the
 * weight, each run weighing 0.8 of the next newer one. A class that is slow in every third run, or
 * on every third host, would else be ended as hanging there, since its time-out is twice the
 * estimate.
 */
public final class Estimates {
  /** Older durations than so many weigh next to nothing: they are not looked at. */
  public static final int RUNS = 20;

  private static final double FADING = 0.7;
  private static final double SLOW_FADING = 0.8;
  private static final double SLOW_SHARE = 0.2;

  /** More than the newest run weighs. */
  private static final double TWO_RUNS = 1.001;

  /** Not 1, so that the noise of a class that takes about the same each time does not count. */
  private static final double RESERVE = 0.9;

  private Estimates() {}

  /**
   * What to expect next.
   *
   * @param newestFirst durations of trials whose verdict is passed or pending; at least one, none
   *     negative; beyond the first {@link #RUNS} they are ignored
   * @return at least a millisecond
   * @throws IllegalArgumentException if there is none
   */
  public static Duration of(List<Duration> newestFirst) {
    List<Duration> recent = recent(newestFirst);
    Duration usual = usual(recent);
    Duration slow = fromTheLongEnd(recent, SLOW_FADING, SLOW_SHARE, TWO_RUNS);
    Duration reserve = Duration.ofMillis(Math.round(slow.toMillis() * RESERVE));
    return max(Duration.ofMillis(1), max(usual, reserve));
  }

  /**
   * The weighted median alone: what to expect where no time-out hangs on it.
   *
   * @param newestFirst as in {@link #of}
   * @throws IllegalArgumentException if there is none
   */
  static Duration usual(List<Duration> newestFirst) {
    // From the long end: of two candidates the longer one. A long class that is thought short is
    // started last, and everybody waits for it.
    return fromTheLongEnd(recent(newestFirst), FADING, 0.5, 0);
  }

  private static List<Duration> recent(List<Duration> newestFirst) {
    if (newestFirst.isEmpty()) {
      throw new IllegalArgumentException("an estimate needs at least one duration");
    }
    return newestFirst.subList(0, Math.min(RUNS, newestFirst.size()));
  }

  /**
   * What to expect of a task that has only timed out since it passed last: the time that was not
   * enough, so that its next time-outs are longer. Otherwise a class that became three times slower
   * would time out for ever, and nobody would learn how long it takes. But at most four times the
   * estimate or the least time-out: one that really hangs must not cost more with each run.
   *
   * @param estimate from the good durations
   * @param timedOutAfter the longest that it was given since then
   * @param least the least_timeout_sec of that run
   * @param unknown the unknown_spec_timeout_sec of that run: no longer time-out comes of this
   * @return at least the estimate
   */
  public static Duration afterTimeout(
      Duration estimate, Duration timedOutAfter, Duration least, Duration unknown) {
    Duration most = min(max(estimate.multipliedBy(4), least), unknown.dividedBy(2));
    return max(estimate, min(timedOutAfter, most));
  }

  /** Passes one after the other, the longest first, until so much of the weight is behind. */
  private static Duration fromTheLongEnd(
      List<Duration> newestFirst, double fading, double share, double least) {
    List<Weighted> weighted = new ArrayList<>(newestFirst.size());
    double weight = 1;
    double total = 0;
    for (Duration duration : newestFirst) {
      weighted.add(new Weighted(duration, weight));
      total += weight;
      weight *= fading;
    }
    weighted.sort(Comparator.comparing(Weighted::duration).reversed());
    double wanted = Math.max(total * share, least);
    double passed = 0;
    for (Weighted candidate : weighted) {
      passed += candidate.weight;
      if (passed >= wanted) {
        return candidate.duration;
      }
    }
    return weighted.get(weighted.size() - 1).duration;
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private record Weighted(Duration duration, double weight) {}
}
