package io.rrrspec.persister;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Trial;
import io.rrrspec.persister.db.FinishedTask;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The tasks of a taskset with their trials, read in chunks: memory does not grow with the taskset.
 */
final class FinishedTasks implements Iterator<FinishedTask> {
  private static final int MOST = 50;
  private static final int FIRST = 10;

  /** What is read at once should hold no more: their output may have a megabyte each. */
  private static final int CHUNK_CHARS = 4 << 20;

  private final Persister.Stores stores;
  private final String tasksetKey;
  private final Deque<FinishedTask> ready = new ArrayDeque<>();
  private int chunk = FIRST;
  private long next;
  private boolean atEnd;

  FinishedTasks(Persister.Stores stores, String tasksetKey) {
    this.stores = stores;
    this.tasksetKey = tasksetKey;
  }

  @Override
  public boolean hasNext() {
    if (ready.isEmpty() && !atEnd) {
      List<Task> tasks = stores.tasksets().tasks(tasksetKey, next, chunk);
      atEnd = tasks.isEmpty();
      next += chunk;
      ready.addAll(withTrials(tasks));
      chunk = fitting();
    }
    return !ready.isEmpty();
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
