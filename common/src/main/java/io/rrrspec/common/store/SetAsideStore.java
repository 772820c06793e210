package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.params.ZRangeParams;
import redis.clients.jedis.resps.Tuple;

/**
 * Keeps the list of runs that could not be persisted, for people who look at it and try them again.
 */
public final class SetAsideStore {
  /** A run stays in Redis for so long after it was set aside: time for a person to react. */
  public static final Duration LIFE = Duration.ofDays(14);

  private static final int MOST = 1_000;
  private static final int LONGEST_REASON = 500;

  private final RedisConnection redis;
  private final Keys keys;

  /**
   * A run that is set aside.
   *
   * @param key of its taskset
   * @param since when it was set aside
   * @param why in one line; "" if nobody said
   */
  public record Entry(String key, Instant since, String why) {}

  public SetAsideStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /**
   * Sets a run aside, and takes it out of the hands of the persister that had it.
   *
   * @param tasksetKey its key; its other keys in Redis are left as they are
   * @param why the reason, in one line; what is longer than 500 characters is cut
   * @param queue the persister's
   */
  public void add(String tasksetKey, String why, MessageQueue queue) {
    redis.run(
        "set_run_aside",
        List.of(keys.setAsideRuns(), keys.setAsideReasons(), queue.processing()),
        List.of(
            tasksetKey,
            why.substring(0, Math.min(LONGEST_REASON, why.length())),
            Integer.toString(MOST),
            Long.toString(LIFE.toMillis())));
  }

  /** All that are set aside and still in Redis, oldest first; 1,000 at most. */
  public List<Entry> all() {
    List<Tuple> runs =
        redis
            .commands()
            .zrangeWithScores(
                keys.setAsideRuns(),
                ZRangeParams.zrangeByScoreParams(
                    (double) (RedisClock.millis(redis) - LIFE.toMillis()),
                    Double.POSITIVE_INFINITY));
    if (runs.isEmpty()) {
      return List.of();
    }
    List<String> why =
        redis
            .commands()
            .hmget(
                keys.setAsideReasons(),
                runs.stream().map(Tuple::getElement).toArray(String[]::new));
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      String reason = why.get(i);
      entries.add(
          new Entry(
              runs.get(i).getElement(),
              Instant.ofEpochMilli((long) runs.get(i).getScore()),
              reason == null ? "" : reason));
    }
    return entries;
  }

  /**
   * Gives a run back to the persisters.
   *
   * @return false if it is not set aside, or no longer
   */
  public boolean retry(String tasksetKey) {
    Object done =
        redis.run(
            "retry_run",
            List.of(keys.setAsideRuns(), keys.setAsideReasons(), keys.persisterQueue()),
            List.of(tasksetKey));
    return (Long) done == 1;
  }
}
