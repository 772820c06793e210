package io.rrrspec.common.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a trial may take.
 *
 * @param soft after this long the slave writes a thread dump and interrupts the test's thread
 * @param hard after this long the slave's JVM ends itself with exit code 42; longer than soft
 */
public record TimeLimits(Duration soft, Duration hard) {
  private static final Duration GRACE = Duration.ofSeconds(10);

  public TimeLimits {
    if (soft.isNegative() || soft.isZero() || hard.compareTo(soft) <= 0) {
      throw new IllegalArgumentException("limits must be 0 < soft < hard: " + soft + ", " + hard);
    }
  }

  /**
   * The limits of a task: twice and three times what it is expected to take, not below the least;
   * with no estimate the time-out for unknown tasks, in place of both.
   *
   * @param estimate what the task is expected to take, or null if nobody knows
   * @param least the least_timeout_sec of the taskset
   * @param unknown the unknown_spec_timeout_sec of the taskset
   */
  public static TimeLimits of(@Nullable Duration estimate, Duration least, Duration unknown) {
    if (estimate == null) {
      return new TimeLimits(unknown, unknown.plus(GRACE));
    }
    // By sums: a product goes through decimal fractions, which a young JVM takes long for.
    Duration twice = estimate.plus(estimate);
    Duration soft = max(twice, least);
    return new TimeLimits(soft, max(max(twice.plus(estimate), least), soft.plus(GRACE)));
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
