package io.rrrspec.common.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What was decided about a task: field {@code status} of its hash. */
public enum TaskStatus {
  /** Nothing yet; the field is absent. Next: any other. */
  UNDECIDED,
  /** A trial passed. Final. */
  PASSED,
  /** A trial had nothing failed and something skipped. Final. */
  PENDING,
  /** As many trials were bad as the taskset allows. Final. */
  FAILED;

  /** Whether the task is decided. */
  public boolean isFinal() {
    return this != UNDECIDED;
  }

  /** The value of the Redis field; {@code ""} for {@link #UNDECIDED}, which is its absence. */
  public String text() {
    return this == UNDECIDED ? "" : name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads the field; absent and empty both mean {@link #UNDECIDED}.
   *
   * @throws IllegalArgumentException on any other text that is no status
   */
  public static TaskStatus parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return UNDECIDED;
    }
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
