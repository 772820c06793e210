package io.rrrspec.persister.db;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How long a task will take, from how long it took.
 *
 * <p>The weighted median of the recent good durations, each run weighing 0.7 of the next newer one:
 * unlike a mean it does not follow the one run that came first in a cold JVM or met a busy host,
 * and with this weight the second run in a row that took another time is believed.
 */
public final class Estimates {
  /** Older durations than so many weigh less than a thousandth: they are not looked at. */
  public static final int RUNS = 20;

  private static final double FADING = 0.7;

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
    if (newestFirst.isEmpty()) {
      throw new IllegalArgumentException("an estimate needs at least one duration");
    }
    List<Weighted> weighted = new ArrayList<>();
    double weight = 1;
    double total = 0;
    for (Duration duration : newestFirst.subList(0, Math.min(RUNS, newestFirst.size()))) {
      weighted.add(new Weighted(duration, weight));
      total += weight;
      weight *= FADING;
    }
    weighted.sort(Comparator.comparing(Weighted::duration).reversed());
    // From the long end: of two candidates the longer one. A long class that is thought short is
    // started last, and everybody waits for it.
    double passed = 0;
    for (Weighted candidate : weighted) {
      passed += candidate.weight;
      if (passed >= total / 2) {
        return atLeastOneMilli(candidate.duration);
      }
    }
    return atLeastOneMilli(weighted.get(weighted.size() - 1).duration);
  }

  private static Duration atLeastOneMilli(Duration duration) {
    Duration least = Duration.ofMillis(1);
    return duration.compareTo(least) < 0 ? least : duration;
  }

  private record Weighted(Duration duration, double weight) {}
}
