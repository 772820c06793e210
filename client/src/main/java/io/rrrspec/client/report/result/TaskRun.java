package io.rrrspec.client.report.result;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task with all that was tried for it.
 *
 * @param task the task
 * @param trials its trials, oldest first, judged or not; where a server of Ruby rrrspec has decided
 *     the task, with the verdicts that follow from that
 */
public record TaskRun(Task task, List<Trial> trials) {
  public TaskRun {
    trials = ForeignVerdicts.of(task, trials);
  }

  /** Returns the tasks of a run that were read with all that their trials left. */
  public static List<TaskRun> of(List<RunTask> tasks) {
    return tasks.stream().map(task -> new TaskRun(task.task(), task.trials())).toList();
  }

  /** Reads all tasks of a run at once: for those who print them in another order. */
  public static List<TaskRun> all(StoredRun run) {
    List<TaskRun> all = new ArrayList<>();
    run.eachTask(Detail.WHOLE, tasks -> all.addAll(of(tasks)));
    return all;
  }

  /** The directory of its module; empty for the project itself, and for a command. */
  public String module(Taskset taskset) {
    return taskset.runner().testId(task.specFile()).module();
  }

  /**
   * The trials that a report may speak of: those that counted against the task, oldest first, then
   * the one that decided it as good, which may have begun before a copy that failed. A lost or
   * superseded one says nothing about the tests.
   */
  public List<Trial> counted() {
    return trials.stream()
        .filter(trial -> trial.verdict() != null && trial.verdict().counts())
        .sorted(Comparator.comparing(trial -> trial.verdict() != TrialVerdict.BAD))
        .toList();
  }

  /** Whether it is good although its last trial reported no test at all. */
  public boolean withoutTests() {
    List<Trial> counted = counted();
    if (counted.isEmpty()
        || (task.status() != TaskStatus.PASSED && task.status() != TaskStatus.PENDING)) {
      return false;
    }
    Trial last = counted.get(counted.size() - 1);
    return last.cases().isEmpty() && last.passed() + last.pending() + last.failed() == 0;
  }

  /** Whether it is good because none of its tests was asked for. */
  public boolean notSelected() {
    return withoutTests() && saysNotSelected("");
  }

  /**
   * Whether it says that something was asked for that fits none of its tests.
   *
   * @param what stands in what it says
   */
  public boolean saysNotSelected(String what) {
    String reason = lastReason();
    return reason != null && reason.startsWith(TrialResult.NOT_SELECTED) && reason.contains(what);
  }

  /** What its last counted trial says beyond its tests, or null. */
  public @Nullable String lastReason() {
    List<Trial> counted = counted();
    return counted.isEmpty() ? null : counted.get(counted.size() - 1).reason();
  }

  /** How many trials were lost with their host or connection. */
  public int lost() {
    return (int) trials.stream().filter(trial -> trial.verdict() == TrialVerdict.LOST).count();
  }

  /** What all counted trials took together. */
  public Duration duration() {
    return counted().stream().map(Trial::duration).reduce(Duration.ZERO, Duration::plus);
  }
}
