package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** What the slaves of a taskset do at this moment; for those who watch. */
public final class LiveStore {
  private final RedisConnection redis;

  public LiveStore(RedisConnection redis) {
    this.redis = redis;
  }

  /**
   * What one slave does.
   *
   * @param slave its key
   * @param specFile what it runs, or null if it waits
   * @param since when it began that, or null
   */
  public record Doing(String slave, @Nullable String specFile, @Nullable Instant since) {}

  /** The slaves of a taskset that have not ended, in the order of their registration. */
  public List<Doing> slaves(String tasksetKey) {
    List<String> slaves = redis.commands().lrange(Keys.slaves(tasksetKey), 0, -1);
    List<Response<List<String>>> hashes = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      slaves.forEach(slave -> hashes.add(pipeline.hmget(slave, "status", "open_trial")));
      pipeline.sync();
    }
    List<Doing> doing = new ArrayList<>();
    for (int i = 0; i < slaves.size(); i++) {
      List<String> hash = hashes.get(i).get();
      if (hash.get(0) == null || hash.get(0).isEmpty()) {
        doing.add(doing(slaves.get(i), hash.get(1)));
      }
    }
    return doing;
  }

  private Doing doing(String slave, @Nullable String trial) {
    if (trial == null || trial.isEmpty()) {
      return new Doing(slave, null, null);
    }
    Fields started = new Fields(redis.commands().hgetAll(trial));
    String task = started.orNull("task");
    String specFile = task == null ? null : redis.commands().hget(task, "spec_file");
    return new Doing(slave, specFile, started.time("started"));
  }
}
