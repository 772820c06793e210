package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.ProcessGroup;
import java.nio.file.Path;

/** Runs the set-up command of a taskset. */
final class SetUp {
  private SetUp() {}

  /**
   * Runs it, if there is one.
   *
   * @throws ServiceException with its last lines, if it does not end with 0
   */
  static void run(Job job, Path dir) throws InterruptedException {
    String command = job.taskset().setupCommand();
    if (command.isBlank()) {
      return;
    }
    job.lines().accept("set-up begins");
    Programs.Outcome outcome =
        job.programs()
            .run(
                builder -> ProcessGroup.bash(command, builder),
                dir,
                job.environment(),
                job::output,
                job::error);
    if (outcome.code() != 0) {
      throw new ServiceException(
          "set-up failed with exit code " + outcome.code() + ":\n" + outcome.lastLines());
    }
    job.lines().accept("set-up has finished");
  }
}
