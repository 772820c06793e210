package io.rrrspec.common.run;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Reads one run, wherever it is stored: in Redis while it goes on and for a day after it, in the
 * database of past runs once it is over. Tasks are numbered from 1, their trials from 0.
 *
 * <p>Lists that grow with the run are handed over some at a time: a run may have 50,000 tasks.
 *
 * <p>All methods throw {@link io.rrrspec.common.ServiceException} if the run is deleted while it is
 * read in several steps.
 */
public interface StoredRun {
  /** More tasks are on no page. */
  int MAX_TASKS = 1_000;

  /** More failures are in no list. */
  int MAX_FAILURES = 20_000;

  /** Returns the run itself. */
  Taskset taskset();

  /** Returns whether all is told: it is over, and nothing but late trials can still change it. */
  boolean isSettled();

  /**
   * Returns the next tasks in their order, with the outlines of their trials.
   *
   * @param after the number of the last task that is known; 0: from the first one on
   * @param limit how many at most; 1 to {@link #MAX_TASKS}
   */
  List<RunTask> tasks(TaskFilter filter, int after, int limit);

  /** Returns a task by its name, with the outlines of its trials; empty if there is none. */
  Optional<RunTask> task(String specFile);

  /** Returns a task by its number, with the outlines of its trials; empty if there is none. */
  default Optional<RunTask> task(int taskNo) {
    return tasks(TaskFilter.ALL, taskNo - 1, 1).stream()
        .filter(task -> task.no() == taskNo)
        .findFirst();
  }

  /** Returns a trial with all that it left; empty if there is none. */
  Optional<Trial> trial(int taskNo, int trialNo);

  /**
   * Returns the trials of the parts of classes, class by class, part by part, the oldest first.
   *
   * @param divided tasks of this run; those that were not divided have none
   */
  List<PartTrial> parts(List<RunTask> divided);

  /**
   * Hands over all tasks with their trials, in their order, some at a time; may be repeated.
   *
   * @param detail how much of each trial
   */
  void eachTask(Detail detail, Consumer<List<RunTask>> chunks);

  /**
   * A trial, by where it is.
   *
   * @param taskNo the number of its task in the run, from 1
   * @param trialNo its number among the trials of its task, from 0
   * @param key its key
   * @param slaveKey the key of the slave that it is of
   */
  record PlacedTrial(int taskNo, int trialNo, String key, String slaveKey) {}

  /** Hands over all trials, in the order of their tasks. */
  default void eachTrial(Consumer<PlacedTrial> trials) {
    eachTask(
        Detail.OUTLINE,
        chunk -> {
          for (RunTask task : chunk) {
            for (Trial trial : task.trials()) {
              trials.accept(
                  new PlacedTrial(task.no(), task.trialNo(trial), trial.key(), trial.slaveKey()));
            }
          }
        });
  }

  /** Returns how many tasks there are. */
  default long count(TaskFilter filter) {
    AtomicLong count = new AtomicLong();
    eachTask(
        Detail.OUTLINE, tasks -> count.addAndGet(tasks.stream().filter(filter::takes).count()));
    return count.get();
  }

  /**
   * Returns the sum for each module that has a task, as {@link ModuleSum#sorted} orders them; none
   * unless there are two modules or more.
   */
  default List<ModuleSum> modules() {
    if (taskset().runner().runsCommands()) {
      return List.of();
    }
    Map<String, ModuleSum> sums = new HashMap<>();
    eachTask(
        Detail.OUTLINE,
        tasks -> {
          for (RunTask task : tasks) {
            String module = taskset().runner().testId(task.specFile()).module();
            sums.merge(module, ModuleSum.of(module, task.status(), task.tried()), ModuleSum::plus);
          }
        });
    return sums.size() < 2 ? List.of() : ModuleSum.sorted(sums.values());
  }

  /** Returns the tests of its decided tasks; empty if an older version has saved it. */
  Optional<TestCounts> tests();

  /**
   * Returns the first tests that failed in trials that count, task by task, trial by trial.
   *
   * @param limit how many at most; 1 to {@link #MAX_FAILURES}
   */
  List<FailedTest> failures(int limit);

  /** Returns what happened to it, line by line; may be empty. */
  String log();

  /**
   * Returns what its workers did, in the order in which they began, without their logs; those that
   * began in the same millisecond in any order.
   *
   * @param limit how many at most; 1 or more
   */
  List<WorkerLog> workers(int limit);

  /** Hands over what its workers did, in the same order, with their logs. */
  void eachWorker(Consumer<WorkerLog> workers);

  /**
   * Returns what sync and set-up of a worker wrote; empty if nothing.
   *
   * @param key the Redis key of its log
   */
  String workerLog(String key);

  /**
   * Returns its slaves without their logs.
   *
   * @param limit how many at most; 1 or more
   */
  List<RunSlave> slaves(int limit);

  /** Hands over its slaves, in the same order, with their logs. */
  void eachSlave(Consumer<RunSlave> slaves);

  /** Returns what a slave wrote outside of trials; empty if nothing. */
  String slaveLog(String key);
}
