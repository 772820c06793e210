package io.rrrspec.persister.viewer.chart;

import java.time.Duration;
import java.util.List;

/**
 * What half of all durations, and 19 of 20, do not exceed.
 *
 * @param p50 the median
 * @param p95 the 95th percentile
 */
public record Percentiles(Duration p50, Duration p95) {
  /**
   * Of these, by nearest rank.
   *
   * @param durations in any order; 1 or more
   */
  public static Percentiles of(List<Duration> durations) {
    List<Duration> sorted = durations.stream().sorted().toList();
    return new Percentiles(rank(sorted, 50), rank(sorted, 95));
  }

  private static Duration rank(List<Duration> sorted, int percent) {
    int rank = (sorted.size() * percent + 99) / 100;
    return sorted.get(Math.max(0, rank - 1));
  }
}
