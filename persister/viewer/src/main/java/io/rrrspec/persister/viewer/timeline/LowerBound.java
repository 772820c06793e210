package io.rrrspec.persister.viewer.timeline;

import java.util.List;

/** The end that nothing can beat. */
final class LowerBound {
  private LowerBound() {}

  /**
   * When work that can be spread at will is done, but no earlier than its longest piece.
   *
   * @param ready when each slave is ready; 1 or more of them
   * @param work what all takes together
   * @param longest what the longest piece takes
   */
  static long end(List<Long> ready, long work, long longest) {
    List<Long> sorted = ready.stream().sorted().toList();
    long sum = 0;
    for (int i = 0; i < sorted.size(); i++) {
      sum += sorted.get(i);
      long end = (work + sum) / (i + 1);
      // Whoever is ready later than that has no part in it.
      if (i + 1 == sorted.size() || end <= sorted.get(i + 1)) {
        return Math.max(end, sorted.get(0) + longest);
      }
    }
    throw new IllegalArgumentException("no slaves");
  }
}
