package io.rrrspec.experiments.estimates;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs of one suite, oldest first.
 *
 * @param kind what sets it apart
 * @param runs at least two
 */
record History(String kind, List<Run> runs) {
  /**
   * One run.
   *
   * @param took by class, what each takes if nobody ends it
   * @param hangs the classes that do not end at all this time
   * @param sizes the size of each class's file in bytes
   * @param best the makespan with perfect knowledge, for each number of {@link Figures#SLAVES}
   */
  record Run(
      Map<String, Duration> took, Set<String> hangs, Map<String, Long> sizes, List<Duration> best) {
    static Run of(Map<String, Duration> took, Set<String> hangs, Map<String, Long> sizes) {
      List<Duration> sorted = new ArrayList<>(took.values());
      sorted.sort(Comparator.reverseOrder());
      List<Duration> best = new ArrayList<>();
      for (int slaves : Figures.SLAVES) {
        best.add(Slaves.makespan(sorted, slaves));
      }
      return new Run(took, hangs, sizes, best);
    }

    long size(String name) {
      return sizes.getOrDefault(name, 0L);
    }
  }
}
