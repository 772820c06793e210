package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.model.PartsEnded;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.run.TaskOrder;
import io.rrrspec.common.store.SlaveActivityStore;
import java.util.List;
import java.util.function.Predicate;

/** One run, as its pages show it: as it is now, or was at its end. */
public interface RunView extends StoredRun {
  /** Returns how far it is. */
  Counts counts();

  /**
   * Returns a part of its tasks in some order, with the outlines of their trials.
   *
   * @param names which of them, by name
   * @param from how many come before that part; 0 or more
   * @param limit how many at most; 1 or more
   */
  List<RunTask> sorted(
      TaskFilter filter, Predicate<String> names, TaskOrder order, int from, int limit);

  /** Returns what its slaves do at this moment; none once it is over. */
  List<SlaveActivityStore.Doing> doing();

  /**
   * How far a run is.
   *
   * @param asked tasks asked for
   * @param succeeded tasks decided as passed or pending
   * @param failed tasks decided as failed
   * @param retried tasks with more than one trial
   * @param percent how much of the work is decided, as far as anybody knows how long tasks take; 0
   *     to 100
   * @param parts how far undecided classes are that run in parts
   */
  record Counts(int asked, int succeeded, int failed, long retried, int percent, PartsEnded parts) {
    /** How many tasks are not decided. */
    public int left() {
      return Math.max(0, asked - succeeded - failed);
    }
  }
}
