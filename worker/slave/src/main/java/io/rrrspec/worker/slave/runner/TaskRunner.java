package io.rrrspec.worker.slave.runner;

import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;

/** Runs one task at a time and says what came of it. */
public interface TaskRunner extends AutoCloseable {
  /**
   * Runs the task on the calling thread. Whatever the tests do wrong is in the result; what is
   * thrown means that the runner itself cannot work.
   *
   * @param specFile the name of the task
   * @param limits how long it may take
   */
  TrialResult run(String specFile, TimeLimits limits) throws Exception;

  /**
   * Whether this JVM may run another task. False for good after the heap was exhausted: what broke
   * then is unknown.
   */
  boolean reusable();

  /** Ends what outlives single tasks. Called when there are no more. */
  @Override
  void close();
}
