package io.rrrspec.common.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a slave process ended: field {@code status} of its hash. */
public enum SlaveStatus {
  /** It has not been seen to end; the field is absent. */
  ALIVE,
  /** It ended by itself with 0, or was ended because its taskset was over. */
  NORMAL_EXIT,
  /** It ended itself because a task ran past its hard limit (exit code 42). */
  TIMEOUT_EXIT,
  /** It ended in any other way. */
  FAILURE_EXIT;

  /** The value of the Redis field; {@code ""} for {@link #ALIVE}, which is its absence. */
  public String text() {
    return this == ALIVE ? "" : name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads the field; absent and empty both mean {@link #ALIVE}.
   *
   * @throws IllegalArgumentException on any other text that is no status
   */
  public static SlaveStatus parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return ALIVE;
    }
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
