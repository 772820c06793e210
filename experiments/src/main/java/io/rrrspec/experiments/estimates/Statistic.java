package io.rrrspec.experiments.estimates;

import java.time.Duration;
import java.util.function.Function;

/**
 * A way to foretell what a class will take. Only classes that have passed before are asked for.
 *
 * @param name for the table
 * @param expected goes into the order
 * @param forLimits goes into the time-outs; the same thing but for one candidate
 */
record Statistic(
    String name, Function<Past, Duration> expected, Function<Past, Duration> forLimits) {
  Statistic(String name, Function<Past, Duration> both) {
    this(name, both, both);
  }
}
