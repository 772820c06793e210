package io.rrrspec.persister.record.save;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.run.FailedCases;
import io.rrrspec.common.run.FailedCases.FailedCase;
import io.rrrspec.common.run.PartTrial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A task with all that belongs to it as it goes into its rows: what takes time is done.
 *
 * @param task the task
 * @param trials its trials, each once, oldest first
 * @param failed the tests that failed in them, those that are muted as well
 * @param parts the trials of its parts
 */
record PackedTask(
    Task task, List<PackedTrial> trials, List<FailedCase> failed, List<PartTrial> parts) {
  static PackedTask of(FinishedTask finished) {
    List<Trial> distinct = distinct(finished.trials());
    return new PackedTask(
        finished.task(),
        distinct.stream().map(PackedTrial::of).toList(),
        failed(finished.task(), distinct),
        finished.parts());
  }

  private static List<FailedCase> failed(Task task, List<Trial> trials) {
    List<FailedCase> failed = new ArrayList<>(FailedCases.of(task, trials));
    failed.addAll(FailedCases.muted(trials));
    return failed;
  }

  private static List<Trial> distinct(List<Trial> trials) {
    Set<String> keys = new HashSet<>();
    List<Trial> distinct = new ArrayList<>(trials);
    distinct.removeIf(trial -> !keys.add(trial.key()));
    return distinct;
  }

  /** How many bytes of it go to the database, without what is small. */
  int bytes() {
    return trials.stream().mapToInt(PackedTrial::bytes).sum();
  }
}
