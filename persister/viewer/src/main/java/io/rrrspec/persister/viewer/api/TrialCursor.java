package io.rrrspec.persister.viewer.api;

import io.rrrspec.persister.record.RunTrials;
import io.rrrspec.persister.record.TrialLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through the trials of a run in the order of its tasks, and reads some at a time. */
final class TrialCursor {
  private static final int CHUNK = 5_000;

  private final RunTrials trials;
  private final long run;
  private final Deque<TrialLine> ahead = new ArrayDeque<>();
  private int lastTask;
  private int lastTrial;
  private boolean atEnd;

  /**
   * Stands before the first one.
   *
   * @param run the run's number
   */
  TrialCursor(RunTrials trials, long run) {
    this.trials = trials;
    this.run = run;
  }

  /** The next one; null behind the last one. */
  @Nullable TrialLine next() {
    return peek() == null ? null : ahead.poll();
  }

  /** The trials of a task, oldest first; those of tasks before it are left behind. */
  List<TrialLine> ofTask(int taskNo) {
    List<TrialLine> found = new ArrayList<>();
    for (TrialLine head = peek(); head != null && head.taskNo() <= taskNo; head = peek()) {
      ahead.poll();
      if (head.taskNo() == taskNo) {
        found.add(head);
      }
    }
    return found;
  }

  private @Nullable TrialLine peek() {
    if (ahead.isEmpty() && !atEnd) {
      List<TrialLine> read = trials.page(run, lastTask, lastTrial, CHUNK);
      atEnd = read.size() < CHUNK;
      if (!read.isEmpty()) {
        TrialLine last = read.get(read.size() - 1);
        lastTask = last.taskNo();
        lastTrial = last.trialNo();
        ahead.addAll(read);
      }
    }
    return ahead.peek();
  }
}
