package io.rrrspec.common.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The processor time that one trial took.
 *
 * @param process of the slave's process and of those that it started and that ended meanwhile;
 *     often in steps of 10 ms; null if unknown
 * @param thread of the thread that ran the task; null if unknown
 * @param ready how long this thread could have run, and got no processor, since others had them;
 *     null if unknown
 */
public record ProcessorTime(
    @Nullable Duration process, @Nullable Duration thread, @Nullable Duration ready) {
  /** What nobody has measured. */
  public static final ProcessorTime UNKNOWN = new ProcessorTime(null, null, null);

  public ProcessorTime {
    requireNotNegative(process);
    requireNotNegative(thread);
    requireNotNegative(ready);
  }

  private static void requireNotNegative(@Nullable Duration time) {
    if (time != null && time.isNegative()) {
      throw new IllegalArgumentException("processor time is 0 or more, not " + time);
    }
  }

  /**
   * What the trial kept processors busy, as far as it is known: of the two the larger one, since
   * the process counts in coarse steps.
   */
  public @Nullable Duration used() {
    return larger(process, thread);
  }

  /**
   * For how long the trial wanted no processor: it slept, or waited for something.
   *
   * @param took how long it took; 0 or more
   * @return 0 or more; null if unknown
   */
  public @Nullable Duration waited(Duration took) {
    Duration wanted =
        larger(process, thread == null || ready == null ? thread : thread.plus(ready));
    if (wanted == null) {
      return null;
    }
    return took.compareTo(wanted) <= 0 ? Duration.ZERO : took.minus(wanted);
  }

  private static @Nullable Duration larger(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) >= 0 ? one : other;
  }
}
