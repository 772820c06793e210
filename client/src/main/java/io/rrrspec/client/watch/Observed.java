package io.rrrspec.client.watch;

import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.common.store.EventStore;
import io.rrrspec.common.store.LogStore;
import io.rrrspec.common.store.SlaveActivityStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import java.util.List;

/** What a watcher reads of runs. */
public record Observed(
    TasksetStore tasksets,
    TrialStore trials,
    LogStore logs,
    SlaveActivityStore live,
    EventStore events) {

  public static Observed of(RedisConnection redis, Keys keys) {
    return new Observed(
        new TasksetStore(redis, keys),
        new TrialStore(redis, keys),
        new LogStore(redis),
        new SlaveActivityStore(redis),
        new EventStore(redis));
  }

  /** A run with everything that belongs to it. */
  public StoredRun run(Taskset taskset) {
    return new RunInRedis(taskset, tasksets, trials, logs);
  }

  /** All tasks of a run with all their trials. */
  public List<TaskRun> runs(Taskset taskset) {
    return TaskRun.all(run(taskset));
  }
}
