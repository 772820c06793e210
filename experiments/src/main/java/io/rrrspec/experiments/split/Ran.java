package io.rrrspec.experiments.split;

import io.rrrspec.common.model.TaskStatus;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a class in a run.
 *
 * @param status the verdict on the class; undecided if the run was stopped before
 * @param took how long its last trial took
 * @param tests what that trial came to, be it made of those of parts
 * @param reason what it says besides its tests; empty if that is nothing
 * @param divided how its parts ran; null: it was asked for as a whole
 */
record Ran(
    TaskStatus status, Duration took, Tests tests, String reason, @Nullable Divided divided) {
  /**
   * The result of the parts.
   *
   * @param whole why the class ran as a whole after all; null if the parts have decided it
   * @param refused whether that is the refusal of a slave
   * @param complete whether all parts have run
   * @param tests what those came to that have run
   * @param remarks what trials of parts say besides their tests and refusals
   */
  record Divided(
      @Nullable String whole,
      boolean refused,
      boolean complete,
      Tests tests,
      List<String> remarks) {
    Divided {
      remarks = List.copyOf(remarks);
    }
  }
}
