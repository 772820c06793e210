package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.model.SetupWishes;
import io.rrrspec.common.model.Taskset;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Asks for one workspace to be made ready for a taskset.
 *
 * @param workerKey who makes it ready
 * @param taskset for whom
 * @param wishes what that asks of the workspace
 * @param environment what its set-up gets in addition to this process's environment
 * @param programs runs what is needed for it
 * @param lines gets each line for the worker log
 * @param synced is told when the sources are there
 * @param environments what a command with such variables gets in addition to this process's
 *     environment
 */
public record WorkspaceRequest(
    String workerKey,
    Taskset taskset,
    SetupWishes wishes,
    Map<String, String> environment,
    CancellablePrograms programs,
    Consumer<String> lines,
    Runnable synced,
    UnaryOperator<Map<String, String>> environments) {
  public WorkspaceRequest {
    environment = Map.copyOf(environment);
  }

  /** Of a taskset all of whose commands have the same variables. */
  public WorkspaceRequest(
      String workerKey,
      Taskset taskset,
      SetupWishes wishes,
      Map<String, String> environment,
      CancellablePrograms programs,
      Consumer<String> lines,
      Runnable synced) {
    this(
        workerKey,
        taskset,
        wishes,
        environment,
        programs,
        lines,
        synced,
        variables -> {
          Map<String, String> all = new HashMap<>(environment);
          all.putAll(variables);
          return all;
        });
  }

  /** What a command with such variables gets in addition to this process's environment. */
  Map<String, String> environmentOf(Map<String, String> variables) {
    return environments.apply(variables);
  }

  /** Takes a line that a program wrote to standard output, marked as in Ruby rrrspec's logs. */
  void output(String line) {
    lines.accept("OUT " + line);
  }

  /** The same for standard error, where the shell also tells each command. */
  void error(String line) {
    lines.accept("ERR " + line);
  }
}
