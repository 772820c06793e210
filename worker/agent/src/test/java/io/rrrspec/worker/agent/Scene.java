package io.rrrspec.worker.agent;

import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.workspace.InPlace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/** A worker on the tests' Redis; the test is the server. */
final class Scene implements AutoCloseable {
  static final Duration LONG = Duration.ofSeconds(30);

  final RedisConnection redis;
  final UnifiedJedis commands;
  final Keys keys;
  final TasksetStore tasksets;
  final WorkerStore workers;
  final SlaveStore slaves;
  final Worker worker;
  final String key;
  private final List<Loop> loops = new ArrayList<>();

  Scene(TestRedis testRedis, Path dir, int slaveCount) {
    redis = testRedis.connection();
    commands = redis.commands();
    keys = testRedis.keys();
    tasksets = new TasksetStore(redis, keys);
    workers = new WorkerStore(redis, keys);
    slaves = new SlaveStore(redis);
    key = keys.worker("w");
    worker =
        new Worker(
            new WorkerParameters(
                "w",
                "default",
                "localhost",
                slaveCount,
                new InPlace(dir),
                dir,
                testRedis.url(),
                Map.of("RRRSPEC_CONFIG_FILES", "/a:/b", "PATH", "/ours:" + System.getenv("PATH")),
                Duration.ofSeconds(8),
                Duration.ofHours(1)),
            redis,
            keys,
            InstantSource.system());
    worker.announce();
  }

  Scene start() {
    loops.add(Loop.start(worker.heartbeat(), Duration.ofMillis(200)));
    loops.add(Loop.start(worker, Duration.ofMillis(200)));
    return this;
  }

  void stopLoops() {
    loops.forEach(Loop::close);
  }

  /** Creates a taskset and gives it to the worker. */
  String give(TasksetBuilder builder, Map<String, String> fields) {
    String taskset = builder.activatedIn(tasksets);
    if (!fields.isEmpty()) {
      commands.hset(taskset, fields);
    }
    workers.assign(taskset, key, 0, 10, Duration.ofSeconds(10));
    return taskset;
  }

  WorkerLog log(String taskset) {
    return workers.findLog(Keys.workerLog(taskset, key));
  }

  String left(String taskset) {
    String left = commands.hget(Keys.workerLog(taskset, key), "left");
    return left == null ? "" : left;
  }

  boolean isIdle() {
    return workers.heldTaskset(key) == null;
  }

  @Override
  public void close() {
    loops.forEach(Loop::close);
    worker.kill();
  }
}
