package io.rrrspec.common.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the arbiter made of a trial, written once. Decisions, counters, reports and SQL use it and
 * never {@link TrialStatus} alone, so that a late or repeated result changes nothing.
 */
public enum TrialVerdict {
  /** Decided its task as passed. */
  PASSED,
  /** Decided its task as pending. */
  PENDING,
  /** Counts against max_trials. */
  BAD,
  /** Its host or connection went: does not count against max_trials; at most five a task. */
  LOST,
  /**
   * A second look at a class that failed, alone or after others: explains the failure, and does not
   * count against max_trials.
   */
  PROBE,
  /** Came when its task or taskset was decided already: counts nowhere. */
  SUPERSEDED;

  /** Whether reports speak of the trial: it counted against its task, or decided it as good. */
  public boolean counts() {
    return this == PASSED || this == PENDING || this == BAD;
  }

  /** The value of the Redis field. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads the field; null where absent or empty: not judged yet.
   *
   * @throws IllegalArgumentException on any other text that is no verdict
   */
  public static @Nullable TrialVerdict parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
