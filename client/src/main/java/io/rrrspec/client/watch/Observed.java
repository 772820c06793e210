package io.rrrspec.client.watch;

import io.rrrspec.client.report.TaskRun;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.EventStore;
import io.rrrspec.common.store.LiveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What a watcher reads of runs. */
public record Observed(
    TasksetStore tasksets, TrialStore trials, LiveStore live, EventStore events) {

  public static Observed of(RedisConnection redis, Keys keys) {
    return new Observed(
        new TasksetStore(redis, keys),
        new TrialStore(redis, keys),
        new LiveStore(redis),
        new EventStore(redis));
  }

  /** All tasks of a run with all their trials. */
  public List<TaskRun> runs(Taskset taskset) {
    List<TaskRun> runs = new ArrayList<>();
    eachChunk(taskset, runs::addAll);
    return runs;
  }

  /** The same, some at a time. */
  public void eachChunk(Taskset taskset, Consumer<List<TaskRun>> chunks) {
    tasksets.eachTask(taskset.key(), tasks -> chunks.accept(withTrials(tasks)));
  }

  private List<TaskRun> withTrials(List<Task> tasks) {
    List<String> keys = tasks.stream().flatMap(task -> task.trials().stream()).toList();
    Map<String, Trial> found = new HashMap<>();
    trials.find(keys).forEach(trial -> found.put(trial.key(), trial));
    return tasks.stream()
        .map(
            task ->
                new TaskRun(
                    task,
                    task.trials().stream().filter(found::containsKey).map(found::get).toList()))
        .toList();
  }
}
