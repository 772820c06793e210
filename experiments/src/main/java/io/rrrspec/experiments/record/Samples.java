package io.rrrspec.experiments.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was measured several times. */
final class Samples {
  private final List<Double> values = new ArrayList<>();

  void add(double value) {
    values.add(value);
  }

  double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** The median with the least and the most. */
  @Override
  public String toString() {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.size() == 1
        ? String.format(Locale.ROOT, "%.2f", median())
        : String.format(
            Locale.ROOT,
            "%.2f (%.2f–%.2f)",
            median(),
            sorted.get(0),
            sorted.get(sorted.size() - 1));
  }
}
