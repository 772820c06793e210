package io.rrrspec.experiments.estimates;

import java.util.List;
import java.util.Locale;

/** Figures of one kind over all seeds. */
record Spread(double low, double median, double high) {
  /** Median and quartiles. */
  static Spread of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int last = sorted.size() - 1;
    return new Spread(
        sorted.get(last / 4), sorted.get(last / 2), sorted.get((int) Math.ceil(last * 0.75)));
  }

  /** As {@code median (low–high)}. */
  String text(String format) {
    String all = format + " (" + format + "–" + format + ")";
    return String.format(Locale.ROOT, all, median, low, high);
  }
}
