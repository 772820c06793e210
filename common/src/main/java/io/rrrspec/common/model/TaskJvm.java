package io.rrrspec.common.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * In which kind of JVM a task began that is made for speed, and how far it is.
 *
 * @param kind never {@link JvmKind#AS_IS}
 */
public record TaskJvm(JvmKind kind, State state) {
  /** How far such a task is. */
  public enum State {
    /** Nothing has failed: its trials are in JVMs of this kind. */
    TRIED,
    /** It failed there: its trials are as is. */
    FAILED,
    /** It passed as is after that: one more trial in this kind says whether that counts. */
    CONFIRM,
    /** It fails there and passes as is: it has passed, and never gets this kind again. */
    REFUSED,
    /** It failed there once, and passed there: max_trials decides. */
    FLAKY,
    /** JVMs of this kind did not start: it is as is from its first trial on. */
    UNSTARTED,
    /** It had other tests there than when it last passed: its trials are as is. */
    DIFFERS;

    /** The value of the Redis field and of the column. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public TaskJvm {
    if (kind == JvmKind.AS_IS) {
      throw new IllegalArgumentException("a task in a JVM as is has no state");
    }
  }

  /**
   * Reads a task's.
   *
   * @param kind null where nobody has noted it: then it is as is
   * @param state the text of its state
   * @return null, so that the task is as is, unless both are known
   */
  public static @Nullable TaskJvm of(@Nullable JvmKind kind, @Nullable String state) {
    if (kind == null || kind == JvmKind.AS_IS) {
      return null;
    }
    for (State one : State.values()) {
      if (one.text().equals(state)) {
        return new TaskJvm(kind, one);
      }
    }
    return null;
  }
}
