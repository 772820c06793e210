package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import redis.clients.jedis.params.SetParams;

/**
 * Generations of results: who does not trust what workers hold begins another one, and what was
 * made before is not found any more, by anybody.
 */
public final class GenerationStore {
  private final RedisConnection redis;
  private final Keys keys;

  GenerationStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** The generation of a result; empty: the first one. It is known for 30 days from now. */
  public String of(String result) {
    String key = keys.artifactGeneration(result);
    String found = redis.commands().get(key);
    if (found == null) {
      return "";
    }
    redis.commands().expire(key, Lifetimes.GENERATION.toSeconds());
    return found;
  }

  /** Begins another generation of a result. */
  public void begin(String result, String generation) {
    redis
        .commands()
        .set(
            keys.artifactGeneration(result),
            generation,
            SetParams.setParams().ex(Lifetimes.GENERATION.toSeconds()));
  }
}
