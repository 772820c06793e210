package io.rrrspec.persister.record.project;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where durations became longer and stayed so.
 *
 * @param at the place of the first long one
 * @param before the median of those before it, in ms
 * @param now the median of it and those behind it, in ms
 */
record Growth(int at, long before, long now) {
  /** So many on each side: a single slow run is no growth. */
  private static final int LEAST = 3;

  private static final double FACTOR = 1.3;
  private static final long LEAST_MILLIS = 1_000;

  /**
   * Finds the place at which two medians describe all durations best.
   *
   * @param oldestFirst durations in ms
   * @return null if they did not become longer by a third and a second
   */
  static @Nullable Growth of(long[] oldestFirst) {
    int count = oldestFirst.length;
    if (count < 2 * LEAST || !isLonger(first(oldestFirst), last(oldestFirst))) {
      return null;
    }
    Growth best = null;
    long least = Long.MAX_VALUE;
    for (int at = LEAST; at <= count - LEAST; at++) {
      long[] old = sorted(oldestFirst, 0, at);
      long[] young = sorted(oldestFirst, at, count);
      long distance = distance(old) + distance(young);
      if (distance < least) {
        least = distance;
        best = new Growth(at, median(old), median(young));
      }
    }
    return best != null && isLonger(best.before, best.now) ? best : null;
  }

  private static boolean isLonger(long before, long now) {
    return now >= before * FACTOR && now - before >= LEAST_MILLIS;
  }

  /** Cheap, as most classes take what they took: the ends alone. */
  private static long first(long[] all) {
    return median(sorted(all, 0, LEAST));
  }

  private static long last(long[] all) {
    return median(sorted(all, all.length - LEAST, all.length));
  }

  private static long[] sorted(long[] all, int from, int to) {
    long[] part = Arrays.copyOfRange(all, from, to);
    Arrays.sort(part);
    return part;
  }

  private static long median(long[] sorted) {
    return sorted[(sorted.length - 1) / 2];
  }

  private static long distance(long[] sorted) {
    long median = median(sorted);
    long sum = 0;
    for (long one : sorted) {
      sum += Math.abs(one - median);
    }
    return sum;
  }
}
