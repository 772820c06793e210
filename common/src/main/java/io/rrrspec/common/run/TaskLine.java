package io.rrrspec.common.run;

import io.rrrspec.common.model.TaskStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * As much of a task as lists need to put it into an order.
 *
 * @param no its number in the run, from 1
 * @param specFile what to run
 * @param status what was decided
 * @param took how long it took; null if nobody knows
 */
public record TaskLine(int no, String specFile, TaskStatus status, @Nullable Duration took) {
  /** Returns the line of a task. */
  public static TaskLine of(RunTask task) {
    return new TaskLine(task.no(), task.specFile(), task.status(), task.took());
  }
}
