package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.Program;
import java.nio.file.Path;

/** Runs the set-up command of a taskset. */
final class SetUp {
  private SetUp() {}

  /**
   * Runs it, if there is one.
   *
   * @throws ServiceException with its last lines, if it does not end with 0
   */
  static void run(WorkspaceRequest request, Path dir) throws InterruptedException {
    String command = request.taskset().setupCommand();
    if (command.isBlank()) {
      return;
    }
    request.lines().accept("set-up begins");
    CancellablePrograms.Outcome outcome =
        request
            .programs()
            .run(
                Program.bash(command), dir, request.environment(), request::output, request::error);
    if (outcome.code() != 0) {
      throw new ServiceException(
          "set-up failed with exit code " + outcome.code() + ":\n" + outcome.lastLines());
    }
    request.lines().accept("set-up has finished");
  }
}
