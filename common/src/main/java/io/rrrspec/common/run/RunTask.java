package io.rrrspec.common.run;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task of a run with its trials.
 *
 * @param no its number in the run, from 1
 * @param task the task
 * @param trials its trials, oldest first, judged or not; how much of each is there depends on the
 *     {@link Detail} that was asked for
 */
public record RunTask(int no, Task task, List<Trial> trials) {
  public RunTask {
    trials = List.copyOf(trials);
  }

  /** Returns what to run; at the same time its id in the run. */
  public String specFile() {
    return task.specFile();
  }

  /** Returns what was decided. */
  public TaskStatus status() {
    return task.status();
  }

  /** Returns the number of one of its trials, from 0: a trial that is lost keeps its number. */
  public int trialNo(Trial trial) {
    return task.trials().indexOf(trial.key());
  }

  /** Returns whether a trial of it counts against it. */
  public boolean hasBadTrial() {
    return trials.stream().anyMatch(trial -> trial.verdict() == TrialVerdict.BAD);
  }

  /**
   * Returns how long its first good trial took; of a task without one, how long the last trial that
   * counts against it took; null if there is neither, or the times are odd.
   */
  public @Nullable Duration took() {
    Duration good = duration();
    if (good != null) {
      return good;
    }
    Duration last = null;
    for (Trial trial : trials) {
      if (trial.verdict() == TrialVerdict.BAD
          && trial.startedAt() != null
          && trial.finishedAt() != null) {
        last = trial.duration().isNegative() ? null : trial.duration();
      }
    }
    return last;
  }

  /** Returns what all trials that count took together. */
  public Duration tried() {
    return trials.stream()
        .filter(trial -> trial.verdict() != null && trial.verdict().counts())
        .map(Trial::duration)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Returns how long its first good trial took; null if there is none, or its times are odd. */
  public @Nullable Duration duration() {
    return duration(trials);
  }

  /** Returns the same of the trials of any task. */
  public static @Nullable Duration duration(List<Trial> trials) {
    Trial good = firstGood(trials);
    // Clocks of two hosts may differ.
    return good == null || good.duration().isNegative() ? null : good.duration();
  }

  /** Returns the processor time of the trial whose {@link #duration} counts; null if unknown. */
  public static @Nullable Duration processorTime(List<Trial> trials) {
    Trial good = firstGood(trials);
    return good == null ? null : good.processorTime().used();
  }

  /** Returns for how long that trial wanted no processor; null if unknown. */
  public static @Nullable Duration waited(List<Trial> trials) {
    Trial good = firstGood(trials);
    return good == null || good.duration().isNegative()
        ? null
        : good.processorTime().waited(good.duration());
  }

  private static @Nullable Trial firstGood(List<Trial> trials) {
    for (Trial trial : trials) {
      boolean good =
          trial.verdict() == TrialVerdict.PASSED || trial.verdict() == TrialVerdict.PENDING;
      if (good && trial.startedAt() != null && trial.finishedAt() != null) {
        return trial;
      }
    }
    return null;
  }
}
