package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A test class in one run.
 *
 * @param run the key of the run
 * @param finishedAt when the run ended; null if that is not known
 * @param status what was decided about the class; undecided if the run ended before
 * @param estimate what it was expected to take, or null
 * @param duration what its good trial took; null if there is none
 * @param trials all of them, oldest first
 * @param failing names of the tests that failed in trials that count
 */
public record ClassRun(
    String run,
    @Nullable Instant finishedAt,
    TaskStatus status,
    @Nullable Duration estimate,
    @Nullable Duration duration,
    List<Try> trials,
    List<String> failing) {
  public ClassRun {
    trials = List.copyOf(trials);
    failing = List.copyOf(failing);
  }

  /**
   * One trial.
   *
   * @param slave the key of the slave, in which the worker stands
   * @param status how it ended for its slave
   * @param verdict what was made of it, or null
   * @param duration how long it took; null if unknown
   * @param reason what ended it where no test says it, or null
   */
  public record Try(
      String slave,
      TrialStatus status,
      @Nullable TrialVerdict verdict,
      @Nullable Duration duration,
      @Nullable String reason) {}
}
