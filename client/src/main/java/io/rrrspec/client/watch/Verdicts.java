package io.rrrspec.client.watch;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;

/** What a run that is over means to whoever called us. */
public final class Verdicts {
  private Verdicts() {}

  /**
   * The exit code.
   *
   * @throws ServiceException if the run is not over
   */
  public static ExitCode exitCode(Taskset taskset) {
    return switch (taskset.status()) {
      case SUCCEEDED -> ExitCode.SUCCEEDED;
      case CANCELLED -> ExitCode.CANCELLED;
      // Without a task that failed it is the service that could not run them.
      case FAILED -> taskset.failedCount() > 0 ? ExitCode.FAILED : ExitCode.SERVICE;
      case WAITING, RUNNING ->
          throw new ServiceException("the run " + taskset.id() + " did not end: start it again");
    };
  }
}
