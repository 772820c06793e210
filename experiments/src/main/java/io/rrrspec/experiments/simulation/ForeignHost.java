package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.SetParams;

/**
 * A host with a foreign worker and its slaves, as in {@code client.foreign}, but in steps. Of
 * single calls that fail nobody knows what it does, so none does; it may die, and Redis may be
 * away.
 */
final class ForeignHost {
  static final long HEARTBEAT = 60_000;
  private static final long BEAT_EVERY = 55_000;

  private final World world;
  private final String id;
  private final int places;
  private final UnifiedJedis redis;
  private final String key;
  private final List<ForeignSlave> slaves = new ArrayList<>();
  private int pid = 100;
  private SimHost host;
  private SimProcess process;
  private Stage stage = Stage.IDLE;
  private String taskset = "";
  private String log = "";

  private enum Stage {
    IDLE,
    TAKEN,
    SERVES,
    LATE
  }

  ForeignHost(World world, String id, int places) {
    this.world = world;
    this.id = id;
    this.places = places;
    this.redis = world.redis().commands();
    this.key = world.keys().worker(id);
    this.host = new SimHost("host-" + id);
    this.process = start();
  }

  private SimProcess start() {
    SimProcess fresh = new SimProcess("worker " + id, host, Fault.FOREIGN_HOST_DIES, true);
    new Repeated(
        world,
        fresh,
        "heartbeat",
        world.chance().upTo(500),
        () -> {
          beat(redis, key);
          return BEAT_EVERY;
        });
    new Repeated(
        world,
        fresh,
        "begins",
        501,
        () -> {
          redis.hset(key, "worker_type", "default");
          redis.sadd(world.keys().workers(), key);
          redis.rpush(world.keys().dispatcherQueue(), "0");
          redis.hset(key, "taskset", "");
          new Repeated(world, fresh, "worker", 0, this::step);
          return -1;
        });
    return fresh;
  }

  static void beat(UnifiedJedis redis, String owner) {
    redis.set(Keys.heartbeat(owner), "alive", SetParams.setParams().px(HEARTBEAT));
  }

  String key() {
    return key;
  }

  private long step() {
    switch (stage) {
      case IDLE -> {
        String popped = redis.lpop(Keys.workerQueue(key));
        if (popped == null) {
          return world.chance().between(200, 1_000);
        }
        taskset = popped;
        stage = Stage.TAKEN;
        return world.chance().between(100, 2_000);
      }
      case TAKEN -> {
        redis.hset(key, "taskset", taskset);
        if (!runs()) {
          return idle();
        }
        prepare();
        stage = Stage.SERVES;
        return world.chance().between(100, 1_000);
      }
      case SERVES -> {
        if (!runs()) {
          slaves.forEach(ForeignSlave::kill);
          stage = Stage.LATE;
          return world.chance().between(100, 9_000);
        }
        fillPlaces();
        return world.chance().between(1_000, 10_000);
      }
      case LATE -> {
        slaves.forEach(slave -> redis.hset(slave.key(), "status", "normal_exit"));
        slaves.clear();
        redis.hset(log, "finished_at", "2024-01-01 00:00:00 UTC");
        return idle();
      }
    }
    throw new IllegalStateException();
  }

  private boolean runs() {
    return "running".equals(redis.hget(taskset, "status"));
  }

  private long idle() {
    redis.hset(key, "taskset", "");
    stage = Stage.IDLE;
    return 10;
  }

  private void prepare() {
    String at = "2024-01-01 00:00:00 UTC";
    // Without worker_log: in its name.
    log = taskset + ":" + key;
    redis.rpush(Keys.workerLogs(taskset), log);
    redis.hset(log, Map.of("worker", key, "taskset", taskset, "started_at", at));
    redis.hset(log, "setup_finished_at", at);
  }

  private void fillPlaces() {
    for (ForeignSlave slave : List.copyOf(slaves)) {
      if (slave.isDead() && !slave.isBuried()) {
        redis.hset(slave.key(), "status", "failure_exit");
        slave.bury();
      }
    }
    while (running().size() < places) {
      slaves.add(new ForeignSlave(world, host, Keys.slave(key, Integer.toString(++pid)), taskset));
    }
  }

  /** Its slaves that run. */
  List<ForeignSlave> running() {
    return slaves.stream().filter(slave -> !slave.isDead()).toList();
  }

  /** All that runs on it is gone at once. */
  void die() {
    if (process.isDead()) {
      return;
    }
    world.history().note(host.name() + " dies");
    slaves.forEach(ForeignSlave::kill);
    slaves.clear();
    process.end();
    world
        .agenda()
        .in(
            world.chance().between(70_000, 100_000),
            () -> {
              world.history().note("worker " + id + " is started again");
              host = new SimHost("host-" + id);
              stage = Stage.IDLE;
              process = start();
            });
  }
}
