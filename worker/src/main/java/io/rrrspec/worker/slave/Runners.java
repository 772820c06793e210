package io.rrrspec.worker.slave;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Which runner serves a taskset. */
final class Runners {
  /** Names the directory of the prepared project; set by its slave.sh, and not for the tests. */
  private static final String PROJECT_PROPERTY = "rrrspec.project";

  private Runners() {}

  /**
   * Makes the runner.
   *
   * @param reportTimeout is told what there is of a trial that is over its hard limit, before this
   *     JVM ends
   */
  static Runner forTaskset(Taskset taskset, Consumer<TrialResult> reportTimeout) {
    MissingClass missing = MissingClass.in(System.getProperty(PROJECT_PROPERTY));
    return switch (taskset.runner()) {
      case "command" -> new CommandRunner();
      case "junit" ->
          new JUnitRunner(
              junitSettings(),
              missing,
              OutputCapture.install(),
              partial -> {
                try {
                  reportTimeout.accept(partial);
                } finally {
                  // The code says it to the worker, if the report did not get through.
                  JvmEnd.now(SlaveExit.TIMEOUT);
                }
              });
      default ->
          throw new UsageException("no runner " + taskset.runner() + ": use junit or command");
    };
  }

  private static JUnitSettings junitSettings() {
    String dir = System.clearProperty(PROJECT_PROPERTY);
    if (dir == null) {
      throw new UsageException("the project was not prepared: run rrrspec-java prepare in it");
    }
    List<TestExecution> executions = Project.read(Path.of(dir)).executions();
    if (executions.isEmpty()) {
      throw new UsageException("the project in " + dir + " has no tests to run");
    }
    TestExecution execution = executions.get(0);
    return new JUnitSettings(
        list(execution.selection().groups()),
        list(execution.selection().excludedGroups()),
        execution.selection().includedEngines(),
        execution.selection().excludedEngines(),
        execution.configurationParameters(),
        execution.provider() == TestProvider.JUNIT3 || execution.provider() == TestProvider.JUNIT4);
  }

  private static List<String> list(String text) {
    return text.isBlank() ? List.of() : List.of(text);
  }
}
