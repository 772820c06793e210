package io.rrrspec.persister.mover;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.record.save.FinishedTask;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * The tasks of a taskset with their trials, read in chunks: memory does not grow with the taskset.
 */
final class FinishedTasks implements Iterator<FinishedTask> {
  private static final int MOST = 50;
  private static final int FIRST = 10;

  /** What is read at once should hold no more: their output may have a megabyte each. */
  private static final int CHUNK_CHARS = 4 << 20;

  private final Stores stores;
  private final Taskset taskset;
  private final RunInRedis run;
  private final Deque<FinishedTask> ready = new ArrayDeque<>();
  private int chunk = FIRST;
  private int last;
  private boolean atEnd;

  /** Reads those of a taskset that is over. */
  FinishedTasks(Stores stores, Taskset taskset) {
    this.stores = stores;
    this.taskset = taskset;
    this.run = new RunInRedis(taskset, stores.tasksets(), stores.trials(), stores.logs());
  }

  @Override
  public boolean hasNext() {
    if (ready.isEmpty() && !atEnd) {
      List<RunTask> tasks = run.wholeTasks(last, chunk);
      atEnd = tasks.isEmpty();
      if (atEnd) {
        requireSameEnd(stores, taskset);
        return false;
      }
      last = tasks.get(tasks.size() - 1).no();
      for (RunTask task : tasks) {
        ready.add(new FinishedTask(task.task(), task.trials(), run.parts(List.of(task))));
      }
      chunk = fitting();
    }
    return !ready.isEmpty();
  }

  /**
   * Makes sure that what was read belongs together: Redis may have lost the end of the taskset, and
   * more, while it was read.
   *
   * @throws ServiceException if the taskset is not over any more, or has ended again
   */
  static void requireSameEnd(Stores stores, Taskset taskset) {
    boolean same =
        stores
            .tasksets()
            .find(taskset.key())
            .filter(now -> now.status() == taskset.status())
            .filter(now -> Objects.equals(now.finishedAt(), taskset.finishedAt()))
            .isPresent();
    if (!same) {
      throw new ServiceException(
          "Redis has lost the end of " + taskset.key() + " while it was read: it will end again");
    }
  }

  @Override
  public FinishedTask next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  /** How many of those that are like the ones just read fit. */
  private int fitting() {
    long chars = 1;
    for (FinishedTask task : ready) {
      for (Trial trial : task.trials()) {
        chars += trial.stdout().length() + trial.stderr().length();
      }
    }
    return (int) Math.max(1, Math.min(MOST, (long) CHUNK_CHARS * ready.size() / chars));
  }
}
