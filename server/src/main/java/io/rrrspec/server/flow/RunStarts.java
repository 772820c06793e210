package io.rrrspec.server.flow;

import io.rrrspec.common.model.Taskset;

/** Is told when the run of a task has its first worker. */
@FunctionalInterface
public interface RunStarts {
  /** Nobody wants to know. */
  RunStarts NOBODY = (task, run) -> true;

  /**
   * A run goes on.
   *
   * @param task the id of the task that has started it
   * @return whether that is all; else it is told again
   */
  boolean started(String task, Taskset run);
}
