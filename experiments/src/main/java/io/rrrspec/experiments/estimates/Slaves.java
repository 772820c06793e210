package io.rrrspec.experiments.estimates;

import java.time.Duration;
import java.util.List;
import java.util.PriorityQueue;

/** Slaves that take one class after the other, in the order given. */
final class Slaves {
  private Slaves() {}

  /**
   * When the last one is done.
   *
   * @param took what the classes take, in the order in which they are served
   * @param slaves at least 1
   */
  static Duration makespan(List<Duration> took, int slaves) {
    PriorityQueue<Long> freeAt = new PriorityQueue<>();
    for (int i = 0; i < slaves; i++) {
      freeAt.add(0L);
    }
    long end = 0;
    for (Duration each : took) {
      long done = freeAt.remove() + each.toMillis();
      freeAt.add(done);
      end = Math.max(end, done);
    }
    return Duration.ofMillis(end);
  }
}
