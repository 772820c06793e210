package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a test class fared in past runs.
 *
 * @param tasksetClass the name under which its runs are kept
 * @param specFile the task
 * @param runs in how many of the runs looked at it was decided
 * @param failed in how many of them as failed
 * @param newest the newest of them, newest first
 * @param slowest its tests that took longest in those, longest first; ten at most
 * @param changes when it changed between good and failed, newest first
 */
public record SpecHistory(
    String tasksetClass,
    String specFile,
    int runs,
    int failed,
    List<ClassRun> newest,
    List<SlowTest> slowest,
    List<Change> changes) {
  public SpecHistory {
    newest = List.copyOf(newest);
    slowest = List.copyOf(slowest);
    changes = List.copyOf(changes);
  }

  /**
   * A test and how long it took.
   *
   * @param className its class
   * @param name its name
   * @param median of the trials in which it passed
   */
  public record SlowTest(String className, String name, Duration median) {}

  /**
   * A run that decided otherwise than the one before.
   *
   * @param run its key
   * @param at when it ended, or null
   * @param to what it decided
   */
  public record Change(String run, @Nullable Instant at, TaskStatus to) {}
}
