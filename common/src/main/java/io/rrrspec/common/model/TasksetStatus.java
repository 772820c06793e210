package io.rrrspec.common.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a taskset stands: field {@code status} of its hash. */
public enum TasksetStatus {
  /** Nobody has been given to it yet; the field is absent. Next: any other. */
  WAITING,
  /** At least one worker was assigned. Next: one of the final ones. */
  RUNNING,
  /** Every task passed or is pending. Final. */
  SUCCEEDED,
  /** Somebody asked for its end. Final. */
  CANCELLED,
  /** A task failed, or it could not be proved that every task was run. Final. */
  FAILED;

  /** Whether the taskset is over: nothing but clean-up happens to it any more. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == CANCELLED || this == FAILED;
  }

  /** The value of the Redis field; {@code ""} for {@link #WAITING}, which is its absence. */
  public String text() {
    return this == WAITING ? "" : name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads the field; absent and empty both mean {@link #WAITING}.
   *
   * @throws IllegalArgumentException on any other text that is no status
   */
  public static TasksetStatus parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return WAITING;
    }
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
