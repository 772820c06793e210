package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.json.PlainJson;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells under which executions a class runs: the one that its task names, else every one that
 * selects it.
 *
 * @param all in the order of the build; at least one
 * @param namesThem whether the client names executions, so that a name without one means the
 *     default execution; other clients know nothing of executions
 */
public record Executions(List<ExecutionSettings> all, boolean namesThem) {
  public Executions {
    all = List.copyOf(all);
  }

  /**
   * Those of the project that was prepared in a directory.
   *
   * @param launch the only launch that counts; null: all executions
   */
  public static Executions ofProject(Path dir, @Nullable String launch, boolean namesThem) {
    Project project = Project.read(dir);
    List<TestExecution> executions =
        launch == null
            ? project.executions()
            : project.launches().stream()
                .filter(one -> one.name().equals(launch))
                .flatMap(one -> one.executions().stream())
                .toList();
    if (executions.isEmpty()) {
      throw new UsageException(
          launch == null
              ? "the project in " + dir + " has no tests to run"
              : "the build has no launch "
                  + launch
                  + " here: this host prepares another project than the client");
    }
    return new Executions(executions.stream().map(ExecutionSettings::of).toList(), namesThem);
  }

  /**
   * Those of the launch that this JVM was started for.
   *
   * @param file what prepare has written beside the script of the launch
   * @throws UsageException if it cannot be read
   */
  public static Executions ofLaunch(Path file, boolean namesThem) {
    try {
      List<ExecutionSettings> executions = new ArrayList<>();
      for (PlainJson execution : PlainJson.read(file).objects("executions")) {
        executions.add(ExecutionSettings.of(execution));
      }
      return new Executions(executions, namesThem);
    } catch (IOException e) {
      throw new UsageException(
          file + " cannot be read (" + e.getMessage() + "): run rrrspec-java prepare again", e);
    }
  }

  /** One for all classes. */
  public static Executions only(JUnitSettings settings) {
    ExecutionSettings execution =
        new ExecutionSettings(TestId.DEFAULT_EXECUTION, Set.of(), settings, false, false);
    return new Executions(List.of(execution), true);
  }

  /**
   * Those that a class runs under; at least one.
   *
   * @param id the name of its task
   * @param className what the task's name was found to mean
   * @throws UsageException if the task names one that is not there
   */
  public List<ExecutionSettings> of(TestId id, String className) {
    String named = id.execution();
    if (named != null) {
      return List.of(named(named));
    }
    List<ExecutionSettings> selecting = new ArrayList<>();
    List<ExecutionSettings> byDefault = new ArrayList<>();
    for (ExecutionSettings execution : all) {
      if (execution.classes().contains(className)) {
        selecting.add(execution);
        if (execution.id().equals(TestId.DEFAULT_EXECUTION)) {
          byDefault.add(execution);
        }
      }
    }
    if (selecting.isEmpty()) {
      // Somebody asks for a class that the build would not run: then as it runs most.
      return all.subList(0, 1);
    }
    return namesThem && !byDefault.isEmpty() ? byDefault : selecting;
  }

  private ExecutionSettings named(String id) {
    for (ExecutionSettings execution : all) {
      if (execution.id().equals(id)) {
        return execution;
      }
    }
    throw new UsageException(
        "the build has no execution "
            + id
            + " here: this host prepares another project than the client");
  }
}
