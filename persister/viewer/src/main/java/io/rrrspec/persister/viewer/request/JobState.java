package io.rrrspec.persister.viewer.request;

import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.persister.viewer.flow.DrawnStep;

/** Where a job of a request is, drawn as steps of flows are. */
public enum JobState {
  /** It has ended well. */
  DONE(StepStatus.SUCCEEDED, "done"),
  /** Somebody carries it out. */
  RUNNING(StepStatus.RUNS, "running"),
  /** For a worker, or for the jobs before it. */
  WAITING(StepStatus.WAITS, "waiting"),
  /** The request stopped at it. */
  FAILED(StepStatus.FAILED, "failed"),
  /** The request was at it when somebody cancelled it. */
  CANCELLED(StepStatus.CANCELLED, "cancelled"),
  /** The request stopped before it. */
  NOT_RUN(StepStatus.NOT_RUN, "not run");

  private final StepStatus like;
  private final String words;

  JobState(StepStatus like, String words) {
    this.like = like;
    this.words = words;
  }

  /** The one that looks as a request does that is in this state. */
  public static JobState like(RequestState state) {
    return switch (state) {
      case QUEUED -> WAITING;
      case RUNNING -> RUNNING;
      case COMPLETE -> DONE;
      case FAILED -> FAILED;
      case CANCELLED -> CANCELLED;
    };
  }

  /** Where a job is that has not ended well, and that nobody carries out. */
  static JobState left(RequestState state, boolean first) {
    return switch (state) {
      case QUEUED, RUNNING -> WAITING;
      case COMPLETE -> NOT_RUN;
      case FAILED -> first ? FAILED : NOT_RUN;
      case CANCELLED -> first ? CANCELLED : NOT_RUN;
    };
  }

  /** The name of its style. */
  public String look() {
    return DrawnStep.look(like);
  }

  /** As people read it. */
  public String words() {
    return words;
  }

  /** The same as a sign, for those who do not tell colours apart. */
  public String sign() {
    return DrawnStep.sign(like);
  }
}
