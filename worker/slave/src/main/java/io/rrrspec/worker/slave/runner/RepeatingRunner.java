package io.rrrspec.worker.slave.runner;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.Repetition;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import org.jspecify.annotations.Nullable;

/**
 * Runs what the tasks of a repeating taskset stand for.
 *
 * @param runner runs one of them
 * @param jvm whether another one may follow in this JVM
 */
public record RepeatingRunner(TaskRunner runner, Repetition.Jvm jvm) implements TaskRunner {
  @Override
  public TrialResult run(String task, @Nullable ClassPart part, TimeLimits limits)
      throws Exception {
    return runner.run(Repetition.parse(task).specFile(), part, limits);
  }

  @Override
  public boolean reusable() {
    return jvm == Repetition.Jvm.SAME && runner.reusable();
  }

  @Override
  public void close() {
    runner.close();
  }
}
