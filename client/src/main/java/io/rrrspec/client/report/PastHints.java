package io.rrrspec.client.report;

import io.rrrspec.client.report.result.Jvms;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.util.ArrayList;
import java.util.List;

/**
 * What to type to look once more at a class that failed after others, on the machine that ran it.
 *
 * @param key the id of the run; empty if nothing is to be said: the run is of a fleet
 * @param options what stands behind each command, with a blank before it; may be empty
 * @param runs all tasks of the run with all their trials
 */
public record PastHints(String key, String options, List<TaskRun> runs) {
  /** Nothing to type. */
  public static final PastHints NONE = new PastHints("", "", List.of());

  public PastHints {
    runs = List.copyOf(runs);
  }

  /** Of a run on this machine. */
  public static PastHints of(Taskset taskset, String options, List<TaskRun> runs) {
    return new PastHints(taskset.id(), options, runs);
  }

  /**
   * The commands.
   *
   * @param task the task that failed after others
   */
  List<String> of(String task) {
    if (key.isEmpty()) {
      return List.of();
    }
    List<String> commands = new ArrayList<>();
    commands.add("rrrspec-java bisect " + SingleTest.quoted(task) + options);
    int jvm = jvmInWhichItFailed(task);
    if (jvm > 0) {
      commands.add("rrrspec-java replay " + key + " --slave " + jvm + options);
    }
    return commands;
  }

  private int jvmInWhichItFailed(String task) {
    List<List<Trial>> jvms =
        List.copyOf(Jvms.of(runs.stream().flatMap(run -> run.trials().stream()).toList()).values());
    return runs.stream()
        .filter(run -> run.task().specFile().equals(task))
        .flatMap(run -> run.trials().stream())
        .filter(trial -> trial.verdict() == TrialVerdict.BAD)
        .mapToInt(
            trial -> {
              int at = 0;
              while (at < jvms.size() && !jvms.get(at).contains(trial)) {
                at++;
              }
              return at == jvms.size() ? 0 : at + 1;
            })
        .findFirst()
        .orElse(0);
  }
}
