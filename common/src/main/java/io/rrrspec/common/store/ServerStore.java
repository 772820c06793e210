package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.params.SetParams;

/** Servers and persisters: which of them live. */
public final class ServerStore {
  /** What the names of persisters begin with; every other member is a server. */
  public static final String PERSISTER = "persister";

  /** What a heartbeat says when all is well. */
  static final String ALIVE = "alive";

  private final RedisConnection redis;
  private final Keys keys;

  public ServerStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** Announces a server, and says that it lives. */
  public void beat(String serverKey, Duration life) {
    beat(serverKey, life, "");
  }

  /**
   * Announces a server, and says that it lives.
   *
   * @param complaint why it cannot do its work now, in one line; "" while it can
   */
  public void beat(String serverKey, Duration life, String complaint) {
    redis
        .commands()
        .set(
            Keys.heartbeat(serverKey),
            complaint.isEmpty() ? ALIVE : complaint,
            SetParams.setParams().px(life.toMillis()));
    redis.commands().sadd(keys.servers(), serverKey);
  }

  /** Ends a server's heartbeat: from now on anybody may take its messages over. */
  public void silence(String serverKey) {
    redis.commands().del(Keys.heartbeat(serverKey));
  }

  /** Takes a server's name back, when nothing is in its hands any more. */
  public void retire(String serverKey) {
    redis.commands().srem(keys.servers(), serverKey);
    RawMembers.remove(redis, keys.servers(), List.of(serverKey));
    redis.commands().del(Keys.heartbeat(serverKey));
  }

  /** All that announced themselves. */
  public Set<String> all() {
    return redis.commands().smembers(keys.servers());
  }

  /**
   * Tells whether a server of ours lives. Ruby rrrspec's servers announce themselves nowhere, and
   * what a server has left behind, such as {@code rsync_info}, says nothing.
   */
  public boolean isServed() {
    String[] heartbeats =
        all().stream()
            .filter(member -> !Keys.lastPart(member).startsWith(PERSISTER))
            .map(Keys::heartbeat)
            .toArray(String[]::new);
    return heartbeats.length > 0 && redis.commands().exists(heartbeats) > 0;
  }

  /** Whether one lives. */
  public boolean isAlive(String serverKey) {
    return redis.commands().exists(Keys.heartbeat(serverKey));
  }
}
