package io.rrrspec.persister.viewer.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The upright axis of a chart, with round values.
 *
 * @param low what its foot stands for
 * @param high what its head stands for; above low
 * @param values those that are written beside it, in ascending order
 * @param unit what the values are
 */
public record Scale(double low, double high, List<Double> values, Unit unit) {
  /** What values are, and how they are written. */
  public enum Unit {
    /** Milliseconds. */
    DURATION {
      @Override
      String label(double value) {
        return duration(Math.round(value));
      }
    },
    /** Per cent, 0 to 100. */
    PERCENT {
      @Override
      String label(double value) {
        String number = String.format(Locale.ROOT, "%.1f", value);
        return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number) + " %";
      }
    };

    abstract String label(double value);
  }

  private static final int MOST_STEPS = 4;
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  private static final long[] STEPS = {
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    15 * SECOND,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    6 * HOUR,
    12 * HOUR,
    24 * HOUR
  };

  private static final double[] FEET = {99, 95, 90, 80, 50};

  /** From 0 to a round value that is not below the highest. */
  static Scale ofMillis(double highest) {
    double step = STEPS[STEPS.length - 1];
    for (long each : STEPS) {
      if ((double) each * MOST_STEPS >= highest) {
        step = each;
        break;
      }
    }
    // Beyond the longest step: several of them.
    step *= Math.max(1, Math.ceil(highest / step / MOST_STEPS));
    int steps = Math.max(1, (int) Math.ceil(highest / step));
    List<Double> values = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      values.add(i * step);
    }
    return new Scale(0, steps * step, values, Unit.DURATION);
  }

  /** From a round value that is not above the lowest to 100 %. */
  static Scale ofPercent(double lowest) {
    double low = 0;
    for (double foot : FEET) {
      if (lowest >= foot) {
        low = foot;
        break;
      }
    }
    return new Scale(low, 100, List.of(low, (low + 100) / 2, 100.0), Unit.PERCENT);
  }

  /** Which part of its height a value has; 0 to 1. */
  double part(double value) {
    return Math.max(0, Math.min(1, (value - low) / (high - low)));
  }

  private static String duration(long millis) {
    if (millis == 0) {
      return "0";
    }
    if (millis % HOUR == 0) {
      return millis / HOUR + " h";
    }
    if (millis >= HOUR) {
      return millis / HOUR + " h " + millis % HOUR / MINUTE + " min";
    }
    if (millis % MINUTE == 0) {
      return millis / MINUTE + " min";
    }
    if (millis >= MINUTE) {
      return millis / MINUTE + " min " + millis % MINUTE / SECOND + " s";
    }
    return millis % SECOND == 0 ? millis / SECOND + " s" : millis + " ms";
  }
}
