package io.rrrspec.client.report.progress;

import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.Suites;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import java.util.List;

/**
 * A task that has just been decided as failed.
 *
 * @param specFile the task
 * @param failed its red tests; never empty
 */
public record FailureNews(String specFile, List<RunSummary.Failed> failed) {
  public FailureNews {
    failed = List.copyOf(failed);
  }

  /**
   * Reads the news off a task with its trials.
   *
   * @throws IllegalArgumentException if the task is not decided as failed
   */
  public static FailureNews of(Taskset taskset, TaskRun run) {
    if (run.task().status() != TaskStatus.FAILED) {
      throw new IllegalArgumentException(run.task().key() + " has not failed");
    }
    List<RunSummary.Failed> failed =
        Suites.of(taskset, run).stream().flatMap(RunSummary::failed).toList();
    return new FailureNews(run.task().specFile(), failed);
  }
}
