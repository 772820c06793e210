package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.persister.viewer.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * A trial on the timeline.
 *
 * @param trial which trial
 * @param from when it began, in milliseconds since the run's beginning; 0 or more
 * @param to when it ended, or the run's end if that was earlier or it did not; {@code from} or more
 * @param kind what came of it
 * @param retry whether an earlier trial of its task had failed or was lost
 * @param processorMillis the processor time of its JVM meanwhile; below 0 if nobody knows
 * @param refusal of a part: why its slave refused to run it; null if it did not
 */
public record TrialBar(
    Of trial,
    long from,
    long to,
    Kind kind,
    boolean retry,
    long processorMillis,
    @Nullable String refusal)
    implements TimelineBar {
  /** One whose processor time nobody knows. */
  TrialBar(Of trial, long from, long to, Kind kind, boolean retry) {
    this(trial, from, to, kind, retry, -1, null);
  }

  /** What came of it, in a word, as the page of its class says it. */
  public String state() {
    return refusal == null ? DisplayText.lower(kind) : "refused";
  }

  /**
   * Which trial: no more is kept of it, since there may be 100,000.
   *
   * @param taskNo the number of its task, from 1
   * @param trialNo its number in the task, from 0
   * @param specFile its task, or the part of that
   * @param slave the key of its slave, in which the worker stands
   */
  public record Of(int taskNo, int trialNo, String specFile, String slave) {
    /** Its task, which has a page; a part has none. */
    public String task() {
      return ClassPart.classTaskOf(specFile);
    }

    /** Whether it is one of a part of a class. */
    boolean isPart() {
      return !task().equals(specFile);
    }
  }

  /** What came of a trial; of several that are drawn as one the last in this order is shown. */
  public enum Kind {
    /** It passed, and that counts. */
    PASSED,
    /** Its tests were skipped, and that counts. */
    PENDING,
    /** A second look at a class that failed. */
    PROBE,
    /** Its task was decided by another trial: it counts nowhere. */
    SUPERSEDED,
    /** It goes on. */
    RUNNING,
    /** Its slave went, or nobody knows how it ended. */
    LOST,
    /** It failed. */
    FAILED;

    static Kind of(Trial trial, boolean live) {
      if (trial.verdict() == null) {
        return ofUnjudged(trial.status(), live);
      }
      return switch (trial.verdict()) {
        case PASSED -> PASSED;
        case PENDING -> PENDING;
        case BAD -> FAILED;
        case LOST -> LOST;
        case PROBE -> PROBE;
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
}
