package io.rrrspec.worker.slave.runner;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.worker.slave.jvm.ProcessorClock;
import org.jspecify.annotations.Nullable;

/**
 * Measures what each task takes of the processors.
 *
 * @param runner runs the tasks
 * @param clock of the thread that calls this
 */
public record MeasuredRunner(TaskRunner runner, ProcessorClock clock) implements TaskRunner {
  @Override
  public TrialResult run(String specFile, @Nullable ClassPart part, TimeLimits limits)
      throws Exception {
    ProcessorTime before = clock.read();
    TrialResult result = runner.run(specFile, part, limits);
    return result.withProcessorTime(clock.since(before));
  }

  @Override
  public boolean reusable() {
    return runner.reusable();
  }

  @Override
  public void close() {
    runner.close();
    clock.close();
  }
}
