package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.LiveStore;
import io.rrrspec.persister.record.FailedTest;
import io.rrrspec.persister.record.RunTasks.Which;
import io.rrrspec.persister.record.RunWorkers.SlaveLine;
import io.rrrspec.persister.record.RunWorkers.WorkerLine;
import io.rrrspec.persister.record.TaskLine;
import io.rrrspec.persister.record.TestCounts;
import io.rrrspec.persister.record.TrialLine;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One run, as it is now or was at its end. Tasks are numbered from 1, their trials from 0. */
public interface RunView {
  /** The run itself. */
  Taskset taskset();

  /** Whether it is over and all is told, but for trials that are late. */
  boolean isSettled();

  /** How far it is. */
  Counts counts();

  /** The tests of its decided tasks; empty if an older version has saved it. */
  Optional<TestCounts> tests();

  /** What its slaves do at this moment; none once it is over. */
  List<LiveStore.Doing> doing();

  /**
   * The next tasks in their order.
   *
   * @param after the number of the last task that is known; 0: from the first one on
   * @param limit how many at most; 1 to {@link io.rrrspec.persister.record.RunTasks#MAX_PER_PAGE}
   */
  List<TaskLine> tasks(Which which, int after, int limit);

  /** A task by its name; empty if there is none of that name. */
  Optional<TaskLine> task(String specFile);

  /** The trials of a task, oldest first, without what they wrote. */
  List<TrialLine> trials(int taskNo);

  /** Hands over all trials, task by task, without what they wrote. */
  void eachTrial(Consumer<TrialLine> trials);

  /** What a trial left; empty if there is no such trial. */
  Optional<TrialText> text(int taskNo, int trialNo);

  /**
   * The tests that failed in trials that count.
   *
   * @param limit how many at most; 1 or more
   */
  List<FailedTest> failures(int limit);

  /** The workers that served it, so many at most. */
  List<WorkerLine> workers(int limit);

  /** Its slaves, so many at most. */
  List<SlaveLine> slaves(int limit);

  /** What happened to it, line by line. */
  String log();

  /** What sync and set-up of a worker wrote; empty if nothing. */
  String workerLog(String key);

  /** What a slave wrote outside of trials; empty if nothing. */
  String slaveLog(String key);

  /**
   * How far a run is.
   *
   * @param asked tasks asked for
   * @param succeeded tasks decided as passed or pending
   * @param failed tasks decided as failed
   * @param retried tasks with more than one trial
   * @param percent how much of the work is decided, as far as anybody knows how long tasks take; 0
   *     to 100
   */
  record Counts(int asked, int succeeded, int failed, long retried, int percent) {
    /** How many tasks are not decided. */
    public int left() {
      return Math.max(0, asked - succeeded - failed);
    }
  }
}
