package io.rrrspec.server;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.service.Member;
import io.rrrspec.common.store.LeaderStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.StatusStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.server.arbiter.Arbiter;
import io.rrrspec.server.dispatch.AdmissionSettings;
import io.rrrspec.server.dispatch.Dispatcher;
import io.rrrspec.server.dispatch.EndedTasksets;
import io.rrrspec.server.dispatch.Speculator;
import io.rrrspec.server.tally.Tally;
import io.rrrspec.server.watchdog.AbandonedRuns;
import io.rrrspec.server.watchdog.Watchdog;
import java.time.InstantSource;
import java.util.List;

/** Wires the actors of one server; who drives them, loops or a test, is not its business. */
public final class Server {
  private final Tally tally = new Tally();
  private final LeaderStore leaders;
  private final Member member;
  private final List<Actor> actors;

  /**
   * Makes the actors.
   *
   * @param id the name of this server, different for each that shares the Redis
   */
  public Server(String id, RedisConnection redis, Keys keys, InstantSource clock) {
    this(id, redis, keys, clock, AdmissionSettings.DEFAULT);
  }

  /** The same, with what the server's file says of queues and jobs. */
  public Server(
      String id,
      RedisConnection redis,
      Keys keys,
      InstantSource clock,
      AdmissionSettings admission) {
    String key = keys.server(id);
    Stores stores = new Stores(redis, keys);
    this.leaders = stores.leaders();
    TasksetStore tasksets = stores.tasksets();
    MessageQueue arbiterQueue = MessageQueue.arbiter(redis, keys, key);
    this.member = new Member(key, stores.servers(), List.of(arbiterQueue));
    // In the order of starting; they stop in the opposite one, the heartbeat last.
    this.actors =
        List.of(
            member.heartbeat(),
            new Arbiter(arbiterQueue, stores.judgements(), tally),
            new Dispatcher(
                key,
                clock,
                stores,
                new EndedTasksets(tasksets, stores.status(), tally),
                tally,
                admission),
            new Speculator(key, stores),
            new Watchdog(
                key,
                clock,
                stores,
                List.of(arbiterQueue, MessageQueue.persister(redis, keys, key)),
                tally,
                new AbandonedRuns(tasksets, stores.clients())));
  }

  /** Says that this server lives, before it takes the first message: none may be left behind. */
  public void announce() {
    member.announce();
  }

  /** Heartbeat first, then those who rely on it. */
  public List<Actor> actors() {
    return actors;
  }

  /** What this server has counted. */
  public Tally tally() {
    return tally;
  }

  /**
   * Leaves, once the actors have ended: gives back what they had taken and not done, lets others
   * lead at once, and takes the name back.
   *
   * @return how many messages were given back
   */
  public long retire() {
    StatusStore.ROLES.forEach(role -> leaders.resign(role, member.key()));
    return member.leave();
  }
}
