package io.rrrspec.worker.slave.runner;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.worker.slave.jvm.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * Saves the coverage after each task, before anybody is told of its result: then that of all
 * results is there when the run is over.
 *
 * @param runner runs the tasks
 * @param coverage of this JVM
 */
public record CoveredRunner(TaskRunner runner, Coverage coverage) implements TaskRunner {
  @Override
  public TrialResult run(String specFile, @Nullable ClassPart part, TimeLimits limits)
      throws Exception {
    try {
      return runner.run(specFile, part, limits);
    } finally {
      coverage.save();
    }
  }

  @Override
  public boolean reusable() {
    return runner.reusable();
  }

  @Override
  public void close() {
    runner.close();
  }
}
