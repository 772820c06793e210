package io.rrrspec.worker.slave;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.worker.slave.junit.Executions;
import io.rrrspec.worker.slave.junit.JUnitRunner;
import io.rrrspec.worker.slave.junit.MissingClass;
import io.rrrspec.worker.slave.jvm.JvmEnd;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import io.rrrspec.worker.slave.runner.CommandFiles;
import io.rrrspec.worker.slave.runner.CommandRunner;
import io.rrrspec.worker.slave.runner.HttpRunner;
import io.rrrspec.worker.slave.runner.TaskRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which runner serves a taskset. */
final class Runners {
  /** Names the directory of the prepared project; set by its slave.sh, and not for the tests. */
  private static final String PROJECT_PROPERTY = "rrrspec.project";

  /** Names the launch that this JVM is of, if the project has several. */
  private static final String LAUNCH_PROPERTY = "rrrspec.launch";

  /** Names the file with the executions of this JVM's launch; also set by its slave.sh. */
  static final String EXECUTIONS_PROPERTY = "rrrspec.executions";

  /** Says that this JVM runs one class only, as each gets a JVM of its own. */
  private static final String ONE_CLASS_PROPERTY = "rrrspec.one-class";

  private Runners() {}

  /** Whether this JVM runs one class only. */
  static boolean oneClass() {
    return Boolean.getBoolean(ONE_CLASS_PROPERTY);
  }

  /** The launch that this JVM is of; null if the project has but one. */
  static @Nullable String launch() {
    return System.getProperty(LAUNCH_PROPERTY);
  }

  /**
   * Makes the runner.
   *
   * @param namesExecutions whether its client names executions in its tasks, as ours do
   * @param selection which tests of its tasks run
   * @param quarantine the tests whose own failures are muted
   * @param place where commands run; null: here
   * @param files by which commands get arguments; null: they get none
   * @param outputs what commands have to leave in their directory
   * @param caller who waits for the answer, where tasks are HTTP requests
   * @param noteRunning is told what has failed if this JVM ends now, whenever that changes
   * @param reportTimeout is told what there is of a trial that is over its hard limit, before this
   *     JVM ends
   */
  static TaskRunner forTaskset(
      Taskset taskset,
      boolean namesExecutions,
      TestSelection selection,
      Quarantine quarantine,
      CommandRunner.@Nullable Place place,
      @Nullable CommandFiles files,
      List<PathGlob> outputs,
      HttpRunner.Caller caller,
      Consumer<List<CaseResult>> noteRunning,
      Consumer<TrialResult> reportTimeout) {
    // Before the property is cleared.
    MissingClass missing = MissingClass.in(System.getProperty(PROJECT_PROPERTY));
    if (taskset.runner().equals(Runner.COMMAND)) {
      return new CommandRunner(place, files, outputs);
    }
    if (taskset.runner().equals(Runner.HTTP)) {
      return new HttpRunner(caller);
    }
    if (!taskset.runner().equals(Runner.JUNIT)) {
      throw new UsageException("no runner " + taskset.runner() + ": use junit, command or http");
    }
    return new JUnitRunner(
        executions(namesExecutions),
        missing,
        selection,
        quarantine,
        OutputCapture.install(),
        noteRunning,
        partial -> {
          try {
            reportTimeout.accept(partial);
          } finally {
            // The code says it to the worker, if the report did not get through.
            JvmEnd.now(SlaveExit.TIMEOUT);
          }
        });
  }

  private static Executions executions(boolean namesThem) {
    String dir = System.clearProperty(PROJECT_PROPERTY);
    String launch = System.clearProperty(LAUNCH_PROPERTY);
    String executions = System.clearProperty(EXECUTIONS_PROPERTY);
    System.clearProperty(ONE_CLASS_PROPERTY);
    if (executions != null) {
      return Executions.ofLaunch(Path.of(executions), namesThem);
    }
    if (dir == null) {
      throw new UsageException("the project was not prepared: run rrrspec-java prepare in it");
    }
    return Executions.ofProject(Path.of(dir), launch, namesThem);
  }
}
