package io.rrrspec.persister.record.save;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.run.PartTrial;
import java.util.List;

/**
 * A task of a taskset that is over, with all of its trials.
 *
 * @param task the task
 * @param trials its trials, oldest first; also those that are still open
 * @param parts the trials of its parts, part by part, the oldest first; none if it was not divided
 */
public record FinishedTask(Task task, List<Trial> trials, List<PartTrial> parts) {
  public FinishedTask {
    trials = List.copyOf(trials);
    parts = List.copyOf(parts);
  }

  /** One that was not divided. */
  public FinishedTask(Task task, List<Trial> trials) {
    this(task, trials, List.of());
  }
}
