package io.rrrspec.experiments.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One measured figure.
 *
 * @param what what was measured
 * @param unit its unit, or ""
 * @param budget what it is compared with, in words; "" if there is no budget
 * @param limit the budget as a number; NaN if there is none
 * @param most whether the limit is the most that is allowed, else the least
 * @param samples one per repeat, at least one
 */
record Figure(
    String what, String unit, String budget, double limit, boolean most, List<Double> samples) {
  Figure {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured: " + what);
    }
    samples = List.copyOf(samples);
  }

  static Figure atMost(double limit, String what, String unit, List<Double> samples) {
    return new Figure(what, unit, "≤ " + number(limit) + spaced(unit), limit, true, samples);
  }

  static Figure atLeast(double limit, String what, String unit, List<Double> samples) {
    return new Figure(what, unit, "≥ " + number(limit) + spaced(unit), limit, false, samples);
  }

  /** A figure that explains others and has no budget of its own. */
  static Figure known(String what, String unit, List<Double> samples) {
    return new Figure(what, unit, "", Double.NaN, true, samples);
  }

  private double at(double share) {
    double[] sorted = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return percentile(sorted, share);
  }

  /** The value below which a share of the sorted values lies. */
  static double percentile(double[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, Math.min(sorted.length - 1, index))];
  }

  /** The value below which a share of the values lies. */
  static double percentile(long[] values, double share) {
    return percentile(Arrays.stream(values).asDoubleStream().sorted().toArray(), share);
  }

  double median() {
    double[] sorted = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  String verdict() {
    if (Double.isNaN(limit)) {
      return "";
    }
    return (most ? median() <= limit : median() >= limit) ? "kept" : "**missed**";
  }

  String medianText() {
    return number(median()) + spaced(unit);
  }

  String spread() {
    return number(at(0)) + "–" + number(at(1));
  }

  private static String spaced(String unit) {
    return unit.isEmpty() ? "" : " " + unit;
  }

  static String number(double value) {
    double size = Math.abs(value);
    String pattern =
        size >= 100 || size == Math.rint(size)
            ? "%,.0f"
            : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, pattern, value);
  }
}
