package io.rrrspec.common.flow;

/** Where a step of a flow stands, for people. */
public enum StepStatus {
  /** It has begun and is not over. */
  RUNS("runs"),
  /** A server is about to start it: {@link FlowOrder}. */
  STARTS("starts"),
  /** It has not begun. */
  WAITS("waits"),
  /** It has failed and will be tried again. */
  WAITS_TO_RETRY("waits to be tried again"),
  SUCCEEDED("succeeded"),
  FAILED("failed"),
  /** It was ended because nobody wanted it any more. */
  CANCELLED("cancelled"),
  /** The flow went on, or ended, without it. */
  NOT_RUN("not run");

  private final String text;

  StepStatus(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  /** Whether it stays so. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED || this == CANCELLED || this == NOT_RUN;
  }

  /**
   * The same of a step in something that is over: what is not over by then counts no more, and a
   * server is about to write that down.
   */
  public StepStatus withoutParent() {
    return isFinal() ? this : this == WAITS ? NOT_RUN : CANCELLED;
  }

  /** Reads it from a task. */
  public static StepStatus of(FlowState task) {
    if (!task.isFinished() && FlowOrder.isOrder(task.id())) {
      return STARTS;
    }
    if (task.isCancelled()) {
      return task.number("began_ms", 0) > 0 ? CANCELLED : NOT_RUN;
    }
    return switch (task.state()) {
      case FINISHED -> task.error() == null ? SUCCEEDED : FAILED;
      case WAITING, STARTABLE -> WAITS;
      case RESTART -> WAITS_TO_RETRY;
      case IDLE, LOCKED -> RUNS;
    };
  }
}
