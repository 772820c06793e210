package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.persister.record.TrialLine;

/**
 * A trial on the timeline.
 *
 * @param trial the trial
 * @param from when it began, in milliseconds since the run's beginning; 0 or more
 * @param to when it ended, or the run's end if that was earlier or it did not; {@code from} or more
 * @param kind what came of it
 * @param retry whether an earlier trial of its task had failed or was lost
 */
public record Block(TrialLine trial, long from, long to, Kind kind, boolean retry) {
  /** What came of a trial; of several that are drawn as one the last in this order is shown. */
  public enum Kind {
    /** It passed, and that counts. */
    PASSED,
    /** Its tests were skipped, and that counts. */
    PENDING,
    /** Its task was decided by another trial: it counts nowhere. */
    SUPERSEDED,
    /** It goes on. */
    RUNNING,
    /** Its slave went, or nobody knows how it ended. */
    LOST,
    /** It failed. */
    FAILED;

    static Kind of(TrialLine trial, boolean live) {
      if (trial.verdict() == null) {
        return ofUnjudged(trial.status(), live);
      }
      return switch (trial.verdict()) {
        case PASSED -> PASSED;
        case PENDING -> PENDING;
        case BAD -> FAILED;
        case LOST -> LOST;
        case SUPERSEDED -> SUPERSEDED;
      };
    }

    private static Kind ofUnjudged(TrialStatus status, boolean live) {
      return switch (status) {
        case PASSED -> PASSED;
        case PENDING -> PENDING;
        case FAILED, ERROR, TIMEOUT -> FAILED;
        case OPEN -> live ? RUNNING : LOST;
      };
    }
  }

  /** How long it took, in milliseconds. */
  public long millis() {
    return to - from;
  }
}
