package io.rrrspec.experiments.split;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.SplitRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Divides a class at random: two or three parts, each with one of its methods at least. */
final class RandomParts {
  private RandomParts() {}

  /**
   * Deals out the methods; the same seed and class give the same parts.
   *
   * @param units the methods, two or more
   * @param whole the run of the whole class: each part is expected to take no longer
   */
  static SplitRequest of(String task, List<String> units, Ran whole, long seed) {
    Random random = new Random(31 * seed + task.hashCode());
    List<String> shuffled = new ArrayList<>(units);
    Collections.shuffle(shuffled, random);
    int count = Math.min(units.size(), 2 + random.nextInt(2));
    List<SplitRequest.Part> parts = new ArrayList<>();
    int from = 0;
    for (int number = 1; number < count; number++) {
      int spare = shuffled.size() - from - (count - number);
      int to = from + 1 + random.nextInt(spare);
      parts.add(part(whole.took(), number, count, false, shuffled.subList(from, to)));
      from = to;
    }
    parts.add(part(whole.took(), count, count, true, shuffled.subList(0, from)));
    return new SplitRequest(parts, whole.tests().cases().size(), whole.tests().skipped(), null);
  }

  private static SplitRequest.Part part(
      Duration estimate, int number, int count, boolean rest, List<String> units) {
    return new SplitRequest.Part(estimate, new ClassPart(number, count, rest, units));
  }
}
