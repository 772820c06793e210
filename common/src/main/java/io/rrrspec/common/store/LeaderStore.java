package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.List;

/**
 * Chooses the leader of a role among the servers of an installation: who comes first has a lease,
 * and renews it. When the lease ends, the next server that asks leads.
 */
public final class LeaderStore {
  private final RedisConnection redis;
  private final Keys keys;

  public LeaderStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /**
   * Tells whether some server leads as {@code role}: if none does, none is there, or it has just
   * come.
   */
  public boolean isLed(String role) {
    return redis.commands().exists(keys.lead(role));
  }

  /**
   * Takes or renews the lead as {@code role}; false if another server has it.
   *
   * @param life how long the lease lasts
   */
  public boolean lead(String role, String serverKey, Duration life) {
    Object answer =
        redis.run(
            "lead", List.of(keys.lead(role)), List.of(serverKey, Long.toString(life.toMillis())));
    return Long.valueOf(1).equals(answer);
  }

  /** Gives the lead as {@code role} away if this server has it. */
  public void resign(String role, String serverKey) {
    redis.run("resign", List.of(keys.lead(role)), List.of(serverKey));
  }
}
