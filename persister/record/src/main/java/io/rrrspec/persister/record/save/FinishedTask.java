package io.rrrspec.persister.record.save;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Trial;
import java.util.List;

/**
 * A task of a taskset that is over, with all of its trials.
 *
 * @param task the task
 * @param trials its trials, oldest first; also those that are still open
 */
public record FinishedTask(Task task, List<Trial> trials) {
  public FinishedTask {
    trials = List.copyOf(trials);
  }
}
