package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.store.EventStore;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.LogStore;
import io.rrrspec.common.store.NodeStore;
import io.rrrspec.common.store.PassStreakStore;
import io.rrrspec.common.store.QuarantineStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.RequestStore;
import io.rrrspec.common.store.SlaveActivityStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.persister.record.database.Database;
import org.jspecify.annotations.Nullable;

/**
 * Where the viewer finds what it shows: runs that go on in Redis, past ones in SQL.
 *
 * @param keys of the namespace that is shown
 * @param tasksets runs in Redis: those that go on, and past ones for a day
 * @param trials their trials
 * @param live what slaves do now
 * @param slaves what slaves wrote outside of trials
 * @param workers what workers did
 * @param logs what both wrote
 * @param nodes which workers there are
 * @param events news of runs that go on
 * @param queues how queues are set up, and what they had
 * @param jobs jobs that wait in them
 * @param flows work that follows other work
 * @param requests pipelines that somebody asked for
 * @param quarantine tests that the fleet has in quarantine; null: there is no fleet
 * @param passStreaks how often in a row these have passed
 * @param database all that are over
 */
public record Records(
    Keys keys,
    TasksetStore tasksets,
    TrialStore trials,
    SlaveActivityStore live,
    SlaveStore slaves,
    WorkerStore workers,
    LogStore logs,
    NodeStore nodes,
    EventStore events,
    QueueStore queues,
    JobStore jobs,
    FlowStore flows,
    RequestStore requests,
    @Nullable QuarantineStore quarantine,
    PassStreakStore passStreaks,
    Database database) {

  /** Of an installation that shares its flows with nobody. */
  public static Records of(RedisConnection redis, Keys keys, Database database) {
    return of(redis, keys, FlowKeys.ofService(keys), database);
  }

  public static Records of(RedisConnection redis, Keys keys, FlowKeys flowKeys, Database database) {
    return new Records(
        keys,
        new TasksetStore(redis, keys),
        new TrialStore(redis, keys),
        new SlaveActivityStore(redis),
        new SlaveStore(redis),
        new WorkerStore(redis, keys),
        new LogStore(redis),
        new NodeStore(redis, keys),
        new EventStore(redis),
        new QueueStore(redis, keys),
        new JobStore(redis, keys),
        new FlowStore(redis, flowKeys),
        new RequestStore(redis, keys),
        new QuarantineStore(redis, keys),
        new PassStreakStore(redis, keys),
        database);
  }

  /** The same of one machine: its Redis ends with the run. */
  public Records withoutFleet() {
    return new Records(
        keys,
        tasksets,
        trials,
        live,
        slaves,
        workers,
        logs,
        nodes,
        events,
        queues,
        jobs,
        flows,
        requests,
        null,
        passStreaks,
        database);
  }

  /** Returns a reader of a run in Redis. */
  public RunInRedis inRedis(Taskset taskset) {
    return new RunInRedis(taskset, tasksets, trials, logs);
  }
}
