package io.rrrspec.common.store;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.AbstractPipeline;

/** What tasks shared with others in past runs, by taskset class. */
public final class AffinityStore {
  private final RedisConnection redis;
  private final Keys keys;

  public AffinityStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** All that is known of a class, by spec_file; what cannot be read is left out. */
  public Map<String, KnownAffinity> find(String tasksetClass) {
    Map<String, KnownAffinity> found = new HashMap<>();
    redis
        .commands()
        .hgetAll(keys.classAffinities(tasksetClass))
        .forEach(
            (specFile, text) -> {
              String[] words = text.split("\t", 3);
              Long own = Fields.parseLong(words[0]);
              Long cost = words.length < 3 ? null : Fields.parseLong(words[1]);
              if (own != null
                  && own >= 0
                  && cost != null
                  && cost >= 0
                  && Affinity.isKey(words[2])) {
                found.put(
                    specFile,
                    new KnownAffinity(
                        new Affinity(words[2], Duration.ofMillis(cost)), Duration.ofMillis(own)));
              }
            });
    return found;
  }

  /** Replaces all that is known of a class. */
  public void save(String tasksetClass, Map<String, KnownAffinity> known) {
    String key = keys.classAffinities(tasksetClass);
    Map<String, String> hash = new HashMap<>();
    known.forEach(
        (specFile, each) ->
            hash.put(
                specFile,
                each.own().toMillis()
                    + "\t"
                    + each.affinity().cost().toMillis()
                    + "\t"
                    + each.affinity().key()));
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      pipeline.del(key);
      if (!hash.isEmpty()) {
        pipeline.hset(key, hash);
      }
      pipeline.sync();
    }
  }
}
