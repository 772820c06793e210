package io.rrrspec.persister.mover;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.record.FinishedTask;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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
  private final Deque<FinishedTask> ready = new ArrayDeque<>();
  private int chunk = FIRST;
  private long next;
  private boolean atEnd;

  /** Reads those of a taskset that is over. */
  FinishedTasks(Stores stores, Taskset taskset) {
    this.stores = stores;
    this.taskset = taskset;
  }

  @Override
  public boolean hasNext() {
    if (ready.isEmpty() && !atEnd) {
      List<Task> tasks = stores.tasksets().tasks(taskset.key(), next, chunk);
      atEnd = tasks.isEmpty();
      if (atEnd) {
        requireSameEnd(stores, taskset);
      }
      next += chunk;
      ready.addAll(withTrials(tasks));
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

  private List<FinishedTask> withTrials(List<Task> tasks) {
    List<String> keys = tasks.stream().flatMap(task -> task.trials().stream()).toList();
    Map<String, Trial> trials = new HashMap<>();
    stores.trials().find(keys).forEach(trial -> trials.put(trial.key(), trial));
    return tasks.stream()
        .map(
            task ->
                new FinishedTask(
                    task,
                    task.trials().stream().filter(trials::containsKey).map(trials::get).toList()))
        .toList();
  }
}
