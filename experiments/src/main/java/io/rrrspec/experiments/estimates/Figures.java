package io.rrrspec.experiments.estimates;

import java.time.Duration;
import java.util.stream.IntStream;

/** What one statistic did on one history. */
final class Figures {
  /** How many slaves share the work. */
  static final int[] SLAVES = {2, 8, 32};

  private final long[] makespan = new long[SLAVES.length];
  private final long[] best = new long[SLAVES.length];
  private long limited;
  private long falseTimeouts;
  private long hangs;
  private long hangMillis;

  void makespan(int slavesNo, Duration took, Duration withPerfectKnowledge) {
    makespan[slavesNo] += took.toMillis();
    best[slavesNo] += withPerfectKnowledge.toMillis();
  }

  /** A class with an estimate that would have passed, had it got the time. */
  void limited(boolean timedOut) {
    limited++;
    falseTimeouts += timedOut ? 1 : 0;
  }

  void hang(Duration until) {
    hangs++;
    hangMillis += until.toMillis();
  }

  /** The makespans of all runs, by those with perfect knowledge; at least about 1. */
  double relativeMakespan(int slavesNo) {
    return (double) makespan[slavesNo] / best[slavesNo];
  }

  /** The mean of {@link #relativeMakespan} over the numbers of slaves. */
  double relativeMakespan() {
    return IntStream.range(0, SLAVES.length)
        .mapToDouble(this::relativeMakespan)
        .average()
        .orElse(1);
  }

  /** Of 10,000 classes that would have passed. */
  double falseTimeouts() {
    return limited == 0 ? 0 : 10_000.0 * falseTimeouts / limited;
  }

  /** Until a class that hangs is ended, on average; 0 if none hung. */
  double secondsLostByHang() {
    return hangs == 0 ? 0 : hangMillis / 1_000.0 / hangs;
  }
}
