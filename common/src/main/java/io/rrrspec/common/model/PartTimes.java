package io.rrrspec.common.model;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the tests of a class took when they ran last: by that it is divided.
 *
 * @param setup what the class took besides its tests; each part of it pays that again
 * @param methods what its tests took, by {@code NESTED#METHOD} as in {@link ClassPart}
 * @param tests how many tests that were; 0 or more
 * @param skipped how many of them were skipped; 0 to {@code tests}
 */
public record PartTimes(
    Duration setup, SortedMap<String, Duration> methods, int tests, int skipped) {
  /** What takes less is not looked at: such a class is never divided. */
  public static final Duration SHORTEST_CLASS = Duration.ofSeconds(1);

  public PartTimes {
    methods = Collections.unmodifiableSortedMap(new TreeMap<>(methods));
  }

  /** Its set-up and all of its tests. */
  public Duration inOnePiece() {
    return methods.values().stream().reduce(setup, Duration::plus);
  }
}
