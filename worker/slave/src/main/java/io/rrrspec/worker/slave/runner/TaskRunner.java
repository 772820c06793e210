package io.rrrspec.worker.slave.runner;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import org.jspecify.annotations.Nullable;

/** Runs one task at a time and says what came of it. */
public interface TaskRunner extends AutoCloseable {
  /**
   * Runs the task on the calling thread. Whatever the tests do wrong is in the result; what is
   * thrown means that the runner itself cannot work.
   *
   * @param specFile the name of the task
   * @param part which part of a class is to run; null for a whole class, and for what is no class
   * @param limits how long it may take
   * @throws IllegalArgumentException if there is a part of what is no class
   */
  TrialResult run(String specFile, @Nullable ClassPart part, TimeLimits limits) throws Exception;

  /**
   * Whether this JVM may run another task. False for good after the heap was exhausted: what broke
   * then is unknown.
   */
  boolean reusable();

  /** Ends what outlives single tasks. Called when there are no more. */
  @Override
  void close();
}
