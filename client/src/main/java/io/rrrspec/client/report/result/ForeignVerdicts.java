package io.rrrspec.client.report.result;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives the trials of a task the verdicts that a server of Ruby rrrspec does not write. It decides
 * a task and leaves its trials as their slaves wrote them.
 */
final class ForeignVerdicts {
  private ForeignVerdicts() {}

  /**
   * The trials with verdicts: unchanged if the task is not decided, or any of them has a verdict.
   */
  static List<Trial> of(Task task, List<Trial> trials) {
    if (!task.status().isFinal() || trials.stream().anyMatch(trial -> trial.verdict() != null)) {
      return List.copyOf(trials);
    }
    Optional<Trial> deciding =
        trials.stream()
            .filter(trial -> decides(trial, task.status()))
            .min(Comparator.comparing(ForeignVerdicts::end));
    return trials.stream().map(trial -> with(trial, verdict(trial, deciding))).toList();
  }

  private static boolean decides(Trial trial, TaskStatus status) {
    return (status == TaskStatus.PASSED && trial.status() == TrialStatus.PASSED)
        || (status == TaskStatus.PENDING && trial.status() == TrialStatus.PENDING);
  }

  private static @Nullable TrialVerdict verdict(Trial trial, Optional<Trial> deciding) {
    if (deciding.isPresent() && trial.equals(deciding.get())) {
      return trial.status() == TrialStatus.PASSED ? TrialVerdict.PASSED : TrialVerdict.PENDING;
    }
    return switch (trial.status()) {
      case FAILED, ERROR, TIMEOUT ->
          deciding.isPresent() && end(trial).isAfter(end(deciding.get()))
              ? TrialVerdict.SUPERSEDED
              : TrialVerdict.BAD;
      // What goes on, or passes, when the task is decided already counts no more.
      case OPEN, PASSED, PENDING -> TrialVerdict.SUPERSEDED;
    };
  }

  private static Instant end(Trial trial) {
    Instant end = trial.finishedAt();
    return end == null ? Instant.MAX : end;
  }

  private static Trial with(Trial trial, @Nullable TrialVerdict verdict) {
    return new Trial(
        trial.key(),
        trial.taskKey(),
        trial.slaveKey(),
        trial.startedAt(),
        trial.finishedAt(),
        trial.status(),
        verdict,
        trial.stdout(),
        trial.stderr(),
        trial.passed(),
        trial.pending(),
        trial.failed(),
        trial.cases(),
        trial.reason(),
        trial.threadsLeft(),
        trial.processorTime(),
        trial.affinity(),
        trial.affinityStarted(),
        trial.classFiles(),
        trial.took());
  }
}
