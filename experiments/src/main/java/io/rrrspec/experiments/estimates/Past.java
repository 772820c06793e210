package io.rrrspec.experiments.estimates;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the service has recorded of one class: the times of good runs, and the longest time that was
 * not enough since then.
 */
final class Past {
  private final List<Duration> newestFirst = new ArrayList<>();
  private double[] oldestFirst = new double[64];
  private int runs;
  private Duration timedOutAfter = Duration.ZERO;

  void passed(Duration took) {
    newestFirst.add(0, took);
    if (runs == oldestFirst.length) {
      oldestFirst = Arrays.copyOf(oldestFirst, 2 * runs);
    }
    oldestFirst[runs++] = took.toMillis();
    timedOutAfter = Duration.ZERO;
  }

  void timedOut(Duration after) {
    if (after.compareTo(timedOutAfter) > 0) {
      timedOutAfter = after;
    }
  }

  /** How often it has passed. */
  int runs() {
    return runs;
  }

  /** In milliseconds; 0 is the newest run. */
  double millis(int back) {
    return oldestFirst[runs - 1 - back];
  }

  List<Duration> newestFirst() {
    return newestFirst;
  }

  /** The longest time that it was given since it passed last; zero if it did not time out. */
  Duration timedOutAfter() {
    return timedOutAfter;
  }
}
