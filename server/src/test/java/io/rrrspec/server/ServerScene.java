package io.rrrspec.server;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/** Stores, servers stepped by hand, workers played by the test, and a clock that it moves. */
public final class ServerScene implements InstantSource {
  public final RedisConnection redis;
  public final UnifiedJedis commands;
  public final Keys keys;
  public final TasksetStore tasksets;
  public final TrialStore trials;
  public final SlaveStore slaves;
  public final WorkerStore workers;
  public final JudgementStore judgements;
  private Instant now = Instant.parse("2024-01-01T00:00:00Z");

  public ServerScene(TestRedis testRedis) {
    redis = testRedis.connection();
    commands = redis.commands();
    keys = testRedis.keys();
    tasksets = new TasksetStore(redis, keys);
    trials = new TrialStore(redis, keys);
    slaves = new SlaveStore(redis);
    workers = new WorkerStore(redis, keys);
    judgements = new JudgementStore(redis, keys);
  }

  @Override
  public Instant instant() {
    return now;
  }

  public void pass(Duration time) {
    now = now.plus(time);
  }

  public Server server(String id) {
    return new Server(id, redis, keys, this);
  }

  /** Lets all actors of a server, or the one of a name, do one step. */
  public static void step(Server server, String... names) {
    for (Actor actor : server.actors()) {
      if (names.length == 0 || List.of(names).contains(actor.name())) {
        actor.step();
      }
    }
  }

  /** As if the heartbeat of a server had run out, and with it what it led. */
  public void kill(String serverId) {
    commands.del(Keys.heartbeat(keys.server(serverId)));
    for (String role : List.of("watchdog", "dispatcher")) {
      if (keys.server(serverId).equals(commands.get(keys.lead(role)))) {
        commands.del(keys.lead(role));
      }
    }
  }

  public ArtifactStore artifacts() {
    return new ArtifactStore(redis, keys);
  }

  public String worker(String id) {
    String key = keys.worker(id);
    workers.announce(key, "default", "host-" + id, Duration.ofMinutes(5));
    return key;
  }

  /** Takes what the dispatcher gave to a worker; false if that is nothing, or over. */
  public boolean takeGiven(String worker) {
    String taskset = commands.lpop(Keys.workerQueue(worker));
    return taskset != null && workers.take(worker, taskset);
  }

  public String slave(String worker, String taskset, String id) {
    String key = Keys.slave(worker, id);
    slaves.register(key, taskset, "host", true).orElseThrow();
    return key;
  }

  public TrialStore.Claim.Run claim(String taskset, String slave) {
    return (TrialStore.Claim.Run) trials.claim(taskset, slave, 1);
  }

  public static TrialResult result(TrialStatus status) {
    return new TrialResult(status, "", "", 1, 0, 0, List.of(), null, 0);
  }

  public void finish(String taskset, String slave, TrialStore.Claim.Run run, TrialStatus status) {
    trials.finish(run.trial(), slave, taskset, result(status));
  }

  public String field(String key, String name) {
    String value = commands.hget(key, name);
    return value == null ? "" : value;
  }
}
