package io.rrrspec.server;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.LifeStore;
import io.rrrspec.common.store.Lives;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.SpeculationStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.server.arbiter.Arbiter;
import io.rrrspec.server.dispatch.Dispatcher;
import io.rrrspec.server.dispatch.Speculator;
import io.rrrspec.server.watchdog.Watchdog;
import java.time.InstantSource;
import java.util.List;

/** Wires the actors of one server; who drives them, loops or a test, is not its business. */
public final class Server {
  private final String key;
  private final ServerStore servers;
  private final List<Actor> actors;

  /**
   * Makes the actors.
   *
   * @param id the name of this server, different for each that shares the Redis
   */
  public Server(String id, RedisConnection redis, Keys keys, InstantSource clock) {
    this.key = keys.server(id);
    this.servers = new ServerStore(redis, keys);
    TasksetStore tasksets = new TasksetStore(redis, keys);
    WorkerStore workers = new WorkerStore(redis, keys);
    MessageQueue arbiterQueue = MessageQueue.arbiter(redis, keys, key);
    // In the order of starting; they stop in the opposite one, the heartbeat last.
    this.actors =
        List.of(
            new ServerHeartbeat(key, servers),
            new Arbiter(arbiterQueue, new JudgementStore(redis, keys)),
            new Dispatcher(key, servers, tasksets, workers, new JudgementStore(redis, keys)),
            new Speculator(key, servers, tasksets, new SpeculationStore(redis)),
            new Watchdog(
                key,
                clock,
                servers,
                tasksets,
                workers,
                new SlaveStore(redis),
                new LifeStore(redis),
                List.of(arbiterQueue, MessageQueue.persister(redis, keys, key))));
  }

  /** Says that this server lives, before it takes the first message: none may be left behind. */
  public void announce() {
    servers.beat(key, Lives.HEARTBEAT);
  }

  /** Heartbeat first, then those who rely on it. */
  public List<Actor> actors() {
    return actors;
  }

  /** Takes this server's name back, once its actors have ended. */
  public void retire() {
    servers.retire(key);
  }
}
