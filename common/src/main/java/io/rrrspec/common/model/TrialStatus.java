package io.rrrspec.common.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a trial ended, as its slave (or whoever found the slave dead) saw it. */
public enum TrialStatus {
  /** Still running; the field is absent. */
  OPEN,
  /** Nothing failed and nothing was skipped. */
  PASSED,
  /** Something was skipped, or failed and is muted, and nothing else failed. */
  PENDING,
  /** A test failed. */
  FAILED,
  /** It failed outside of tests: class loading, {@code @BeforeAll}, the JVM died. */
  ERROR,
  /** It ran longer than its hard limit. */
  TIMEOUT;

  /** Whether the trial has a result. */
  public boolean isFinal() {
    return this != OPEN;
  }

  /** Whether the result decides its task for the good. */
  public boolean isGood() {
    return this == PASSED || this == PENDING;
  }

  /** The value of the Redis field; {@code ""} for {@link #OPEN}, which is its absence. */
  public String text() {
    return this == OPEN ? "" : name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads the field; absent and empty both mean {@link #OPEN}.
   *
   * @throws IllegalArgumentException on any other text that is no status
   */
  public static TrialStatus parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return OPEN;
    }
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
