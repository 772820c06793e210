package io.rrrspec.common.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The processor time that one trial took.
 *
 * @param process of the slave's process and of those that it started and that ended meanwhile;
 *     often in steps of 10 ms; null if unknown
 * @param thread of the thread that ran the task; null if unknown
 */
public record ProcessorTime(@Nullable Duration process, @Nullable Duration thread) {
  /** What nobody has measured. */
  public static final ProcessorTime UNKNOWN = new ProcessorTime(null, null);

  public ProcessorTime {
    if ((process != null && process.isNegative()) || (thread != null && thread.isNegative())) {
      throw new IllegalArgumentException(
          "processor time is 0 or more, not " + process + " and " + thread);
    }
  }

  /**
   * What the trial kept processors busy, as far as it is known: of the two the larger one, since
   * the process counts in coarse steps.
   */
  public @Nullable Duration used() {
    if (process == null || thread == null) {
      return process == null ? thread : process;
    }
    return process.compareTo(thread) >= 0 ? process : thread;
  }
}
