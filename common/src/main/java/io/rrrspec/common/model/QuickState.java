package io.rrrspec.common.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How far a task is that began in a JVM which only makes it quicker. */
public enum QuickState {
  /** Nothing has failed: its trials are in quick JVMs. */
  TRIED,
  /** It failed in the quick JVM: its trials are as is. */
  FAILED,
  /** It passed as is after that: one more quick trial says whether that counts. */
  CONFIRM,
  /** It fails in quick JVMs and passes as is: it has passed, and gets no quick JVM any more. */
  REFUSED,
  /** It failed in a quick JVM once, and passed there: max_trials decides. */
  FLAKY;

  /** The value of the Redis field and of the column. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads it; null where absent, empty or unknown: the task is as is. */
  public static @Nullable QuickState parse(@Nullable String text) {
    for (QuickState state : values()) {
      if (state.text().equals(text)) {
        return state;
      }
    }
    return null;
  }
}
