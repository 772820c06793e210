package io.rrrspec.common.store;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The flows whose sources were sent: somebody has to remove these after the end. */
public final class SentSources {
  /** By then a client has sent them, or has given up. */
  private static final Duration FIRST_LOOK = Duration.ofHours(6);

  private final RedisConnection redis;
  private final String key;

  public SentSources(RedisConnection redis, FlowKeys keys) {
    this.redis = redis;
    this.key = keys.sources();
  }

  /** Notes that the sources of a flow are about to be sent. */
  public void sent(String flow, Instant now) {
    lookAgain(flow, now.plus(FIRST_LOOK));
  }

  /** Notes that the flow has been started: from now on it says itself when it is over. */
  public void started(String flow, Instant now) {
    if (redis.commands().zscore(key, flow) != null) {
      lookAgain(flow, now);
    }
  }

  /** Flows that are to be looked at, the longest overdue first. */
  public List<String> due(Instant now, int most) {
    return redis.commands().zrangeByScore(key, 0, now.toEpochMilli(), 0, most);
  }

  /** Has somebody look at it later, and until then nobody. */
  public void lookAgain(String flow, Instant at) {
    redis.commands().zadd(key, at.toEpochMilli(), flow);
  }

  /** Its sources are gone. */
  public void remove(String flow) {
    redis.commands().zrem(key, flow);
    RawMembers.remove(redis, key, List.of(flow));
  }
}
