package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.SetParams;

/** Clients that wait for the end of their runs, and what they ask of the arbiters. */
public final class ClientStore {
  private final RedisConnection redis;
  private final Keys keys;

  public ClientStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** Says that somebody waits for this taskset. */
  public void beat(String tasksetKey) {
    redis
        .commands()
        .set(
            Keys.client(tasksetKey),
            "alive",
            SetParams.setParams().px(Lifetimes.CLIENT.toMillis()));
  }

  /** Says that another client than the one that started a taskset waits for it, too. */
  public void share(String tasksetKey) {
    redis.commands().setex(Keys.shared(tasksetKey), Duration.ofDays(1).toSeconds(), "1");
  }

  /** Whether more than one client has waited for a taskset. */
  public boolean isShared(String tasksetKey) {
    return redis.commands().exists(Keys.shared(tasksetKey));
  }

  /** Asks for the end of a taskset. */
  public void cancel(String tasksetKey) {
    redis.commands().rpush(keys.arbiterQueue(), "cancel\t" + tasksetKey);
  }

  /** Those of the tasksets that were made to be waited for, and for which nobody waits any more. */
  public List<String> abandoned(List<String> tasksetKeys) {
    List<Response<String>> waited = new ArrayList<>();
    List<Response<Boolean>> beats = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String taskset : tasksetKeys) {
        waited.add(pipeline.hget(taskset, "wait"));
        beats.add(pipeline.exists(Keys.client(taskset)));
      }
      pipeline.sync();
    }
    List<String> abandoned = new ArrayList<>();
    for (int i = 0; i < tasksetKeys.size(); i++) {
      // What is no hash is somebody else's trouble.
      if ("1".equals(PipelineAnswer.of(waited.get(i), "")) && !beats.get(i).get()) {
        abandoned.add(tasksetKeys.get(i));
      }
    }
    return abandoned;
  }
}
