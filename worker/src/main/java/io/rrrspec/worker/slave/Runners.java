package io.rrrspec.worker.slave;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TrialResult;
import java.util.function.Consumer;

/** Which runner serves a taskset. */
final class Runners {
  private Runners() {}

  /**
   * Makes the runner.
   *
   * @param reportTimeout is told what there is of a trial that is over its hard limit, before this
   *     JVM ends
   */
  static Runner forTaskset(Taskset taskset, Consumer<TrialResult> reportTimeout) {
    return switch (taskset.runner()) {
      case "command" -> new CommandRunner();
      case "junit" ->
          new JUnitRunner(
              JUnitSettings.NONE,
              OutputCapture.install(),
              partial -> {
                reportTimeout.accept(partial);
                Runtime.getRuntime().halt(SlaveExit.TIMEOUT.code());
              });
      default ->
          throw new IllegalArgumentException(
              "no runner " + taskset.runner() + ": use junit or command");
    };
  }
}
