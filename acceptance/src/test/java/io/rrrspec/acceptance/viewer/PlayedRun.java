package io.rrrspec.acceptance.viewer;

import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.LaunchStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** One run, whose worker, slaves and arbiter are played through a real Redis. */
final class PlayedRun {
  private static final Duration LONG = Duration.ofHours(1);

  private final RedisConnection redis;
  private final TasksetStore tasksets;
  private final TrialStore trials;
  private final SlaveStore slaves;
  private final WorkerStore workers;
  private final JudgementStore judgements;
  private final MessageQueue arbiter;
  private final Keys keys;
  private final String key;
  private final Map<String, Integer> tried = new HashMap<>();
  private String worker = "";
  private int slaveNumber;

  /**
   * What one slave works on.
   *
   * @param attempt how often the task was begun, with this time; 1 or more
   */
  record Work(String specFile, int attempt, String trial, String slave) {}

  PlayedRun(RedisConnection redis, Keys keys, TasksetRequest request) {
    this(redis, keys, new TasksetStore(redis, keys).create(request, Instant.now()));
    tasksets.activate(key, request.tasks().size());
  }

  /** One that others have begun. */
  PlayedRun(RedisConnection redis, Keys keys, String key) {
    this.redis = redis;
    this.keys = keys;
    tasksets = new TasksetStore(redis, keys);
    trials = new TrialStore(redis, keys);
    slaves = new SlaveStore(redis);
    workers = new WorkerStore(redis, keys);
    judgements = new JudgementStore(redis, keys);
    arbiter = MessageQueue.arbiter(redis, keys, keys.server("judge"));
    this.key = key;
  }

  String id() {
    return Keys.lastPart(key);
  }

  String workerLog() {
    return Keys.workerLog(key, worker);
  }

  /** A worker takes it, and is ready for tests. */
  void workerComes(String name, String log) {
    worker = keys.worker(name);
    workers.announce(worker, "default", "host", LONG);
    workers.assign(key, worker, 0, 1, LONG);
    workers.awaitTaskset(worker, Duration.ofSeconds(1));
    workers.take(worker, key);
    workers.mark(workerLog(), "rsync_finished", Instant.now());
    workers.mark(workerLog(), "setup_finished", Instant.now());
    workers.log(workerLog(), Instant.now(), log);
  }

  /** The worker tells how busy the processors of its host were. */
  void processors(ProcessorUse use) {
    workers.tellProcessors(workerLog(), use);
  }

  /** A new slave begins a task. */
  Work begin() {
    for (int n = 0; n < Stage.PATIENCE; n++) {
      String slave = Keys.slave(worker, Integer.toString(1_000 + slaveNumber++));
      long life = slaves.register(slave, key, "host", true).orElseThrow();
      if (trials.claim(key, slave, life) instanceof Claim.Run run) {
        int attempt = tried.merge(run.specFile(), 1, Integer::sum);
        return new Work(run.specFile(), attempt, run.trial(), slave);
      }
      judge();
    }
    throw new IllegalStateException("nothing is left to do in " + key);
  }

  /**
   * A JVM of one of several launches.
   *
   * @param life the life of its slave
   */
  record Jvm(String slave, long life, String launch) {}

  /** One of two places of the worker starts a JVM, which has taken nothing yet. */
  Jvm startJvm(int place) {
    LaunchStore launches = new LaunchStore(redis);
    LaunchStore.Place free = new LaunchStore.Place(key, worker, place, 2);
    String launch = Objects.requireNonNull(launches.choose(free), "no JVM is worth its start");
    String slave = Keys.slave(worker, Integer.toString(1_000 + slaveNumber++));
    launches.started(free, slave);
    long life = slaves.register(slave, key, "host", true, launch).orElseThrow();
    return new Jvm(slave, life, launch);
  }

  /** It begins a task of its launch. */
  Work begin(Jvm jvm) {
    if (trials.claim(key, jvm.slave(), jvm.life()) instanceof Claim.Run run) {
      int attempt = tried.merge(run.specFile(), 1, Integer::sum);
      return new Work(run.specFile(), attempt, run.trial(), jvm.slave());
    }
    throw new IllegalStateException("nothing is left to do for " + jvm.launch());
  }

  /** Its place gets free. */
  void end(Jvm jvm) {
    slaves.end(
        jvm.slave(),
        key,
        new SlaveStore.End(
            SlaveStatus.NORMAL_EXIT, TrialStatus.ERROR, true, "it ended", "", jvm.life()),
        LONG);
  }

  /** It ends, and the arbiter decides what that means. */
  void end(Work work, TrialResult result) {
    trials.finish(work.trial(), work.slave(), key, result);
    judge();
  }

  /** As {@link #end}, with an output that is no text. */
  void end(Work work, TrialResult result, byte[] stdout) {
    trials.finish(work.trial(), work.slave(), key, result);
    redis.commands().hset(utf8(work.trial()), Map.of(utf8("stdout"), stdout));
    judge();
  }

  /** What a slave wrote outside of tests. */
  void slaveLog(String slave, byte[] log) {
    redis.commands().append(utf8(Keys.log(slave)), log);
  }

  /** What happened to the run. */
  void log(String text) {
    redis.commands().append(Keys.log(key), text);
  }

  /** How many of its tasks are decided. */
  int decided() {
    TasksetStore.Progress progress = tasksets.progress(key);
    return progress.succeeded() + progress.failed();
  }

  /** Somebody ends it. */
  void cancel(String reason) {
    tasksets.cancel(key, reason);
    judge();
  }

  /** The worker goes to others. */
  void workerLeaves() {
    workers.leave(worker, key, "", true, LONG);
  }

  private void judge() {
    var messages = arbiter.take(100);
    if (!messages.isEmpty()) {
      judgements.judge(arbiter.processing(), 5, messages);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
