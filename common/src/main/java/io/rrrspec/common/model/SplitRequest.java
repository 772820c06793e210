package io.rrrspec.common.model;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * In which parts a class runs.
 *
 * @param parts two or more, in the order of their numbers
 * @param tests how many tests the class had when it ran last: its parts must have as many
 * @param skipped how many of them were skipped, likewise
 * @param classFiles a digest of the class files that it must have where its parts run; null: any
 *     will do
 */
public record SplitRequest(List<Part> parts, int tests, int skipped, @Nullable String classFiles) {
  public SplitRequest {
    parts = List.copyOf(parts);
    if (parts.size() < 2) {
      throw new IllegalArgumentException("a class has two parts or more, not " + parts.size());
    }
  }

  /**
   * One of them.
   *
   * @param estimate what it is expected to take, with the set-up
   * @param tests which tests it runs
   */
  public record Part(Duration estimate, ClassPart tests) {}
}
