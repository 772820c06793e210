package io.rrrspec.common.store;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/** All stores of an installation, and the few steps that most tests begin with. */
final class Installation {
  static final Duration LIFE = Duration.ofMinutes(1);
  static final Duration KEEP = Duration.ofHours(1);

  final RedisConnection redis;
  final UnifiedJedis commands;
  final Keys keys;
  final TasksetStore tasksets;
  final TrialStore trials;
  final SlaveStore slaves;
  final WorkerStore workers;
  final JudgementStore judgements;
  final WatchStore lives;
  final MessageQueue arbiter;

  Installation(TestRedis testRedis) {
    redis = testRedis.connection();
    commands = redis.commands();
    keys = testRedis.keys();
    Stores stores = new Stores(redis, keys);
    tasksets = stores.tasksets();
    trials = stores.trials();
    slaves = stores.slaves();
    workers = stores.workers();
    judgements = stores.judgements();
    lives = stores.lives();
    arbiter = MessageQueue.arbiter(redis, keys, keys.server("a"));
  }

  /** Announces a worker that lives; returns its key. */
  String worker(String id) {
    String key = keys.worker(id);
    workers.announce(key, "default", "host-" + id, LIFE);
    return key;
  }

  /** A taskset that one worker, "w", serves. */
  String running(TasksetBuilder builder) {
    String taskset = builder.activatedIn(tasksets);
    serve(worker("w"), taskset);
    return taskset;
  }

  /** Gives an idle worker to a taskset and lets it take that. */
  void serve(String worker, String taskset) {
    workers.assign(taskset, worker, 0, 10, Duration.ofSeconds(10));
    workers.awaitTaskset(worker, Duration.ofMillis(100));
    workers.take(worker, taskset);
  }

  /** Registers a slave of worker "w"; returns its key. Its life is 1. */
  String slave(String taskset, String id) {
    return slaveOf("w", taskset, id);
  }

  /** Registers a slave of a worker that lives; returns its key. Its life is 1. */
  String slaveOf(String worker, String taskset, String id) {
    String key = Keys.slave(keys.worker(worker), id);
    slaves.register(key, taskset, "host-" + worker, true).orElseThrow();
    return key;
  }

  /** What a foreign slave leaves of a trial that it has begun; returns the trial's key. */
  String foreignTrial(String taskset, String specFile, String slave, String uuid) {
    String task = Keys.task(taskset, specFile);
    String trial = Keys.trial(task, uuid);
    commands.lrem(Keys.taskQueue(taskset), 1, task);
    commands.hset(
        trial,
        Map.of(
            "task", task, "slave", slave, "started_at", "2013-07-11 15:43:36 UTC", "status", ""));
    commands.rpush(Keys.trials(task), trial);
    commands.rpush(Keys.trials(slave), trial);
    return trial;
  }

  /** Claims for a slave in its first life what must be there to claim. */
  TrialStore.Claim.Run claim(String taskset, String slave) {
    return (TrialStore.Claim.Run) trials.claim(taskset, slave, 1);
  }

  boolean finish(String taskset, TrialStore.Claim.Run run, String slave, TrialStatus status) {
    return trials.finish(run.trial(), slave, taskset, result(status));
  }

  static TrialResult result(TrialStatus status) {
    return new TrialResult(status, "out", "err", 1, 0, 0, List.of(), null, 0);
  }

  /**
   * Judges all that is in the arbiters' queue; returns the result of each message as the script
   * calls it.
   */
  List<String> judge() {
    return judgements.judge(arbiter.processing(), 5, arbiter.take(100)).stream()
        .map(Judged::toString)
        .toList();
  }

  /** Claims, finishes and judges one task. */
  List<String> runOne(String taskset, String slave, TrialStatus status) {
    TrialStore.Claim.Run run = claim(taskset, slave);
    finish(taskset, run, slave, status);
    return judge();
  }

  String endSlave(String slave, String taskset, boolean lost) {
    return slaves.end(
        slave,
        taskset,
        new SlaveStore.End(SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, lost, "it died", "", null),
        KEEP);
  }

  JudgementStore.End end(String taskset, String verb) {
    return judgements.end(taskset, arbiter.processing(), verb, "why", verb + "\t" + taskset);
  }

  String field(String key, String name) {
    String value = commands.hget(key, name);
    return value == null ? "" : value;
  }

  List<String> list(String key) {
    return commands.lrange(key, 0, -1);
  }
}
