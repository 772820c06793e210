package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** What tasks are expected to take, by taskset class. */
public final class EstimateStore {
  private final RedisConnection redis;
  private final Keys keys;

  public EstimateStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** All estimates of a class; milliseconds win over seconds; what is no number is left out. */
  public Map<String, Duration> find(String tasksetClass) {
    Map<String, Duration> estimates = new HashMap<>();
    put(estimates, redis.commands().hgetAll(keys.estimateSec(tasksetClass)), 1_000);
    put(estimates, redis.commands().hgetAll(keys.estimateMs(tasksetClass)), 1);
    return estimates;
  }

  private static void put(
      Map<String, Duration> estimates, Map<String, String> hash, int millisPerUnit) {
    hash.forEach(
        (specFile, text) -> {
          try {
            estimates.put(specFile, Duration.ofMillis(Long.parseLong(text) * millisPerUnit));
          } catch (NumberFormatException e) {
            // A foreign implementation's value that is no whole number: as good as none.
            estimates.remove(specFile);
          }
        });
  }

  /** Writes estimates in both units. */
  public void save(String tasksetClass, Map<String, Duration> estimates) {
    if (estimates.isEmpty()) {
      return;
    }
    Map<String, String> seconds = new HashMap<>();
    Map<String, String> millis = new HashMap<>();
    estimates.forEach(
        (specFile, estimate) -> {
          seconds.put(specFile, Long.toString(Math.max(1, estimate.toSeconds())));
          millis.put(specFile, Long.toString(estimate.toMillis()));
        });
    redis.commands().hset(keys.estimateSec(tasksetClass), seconds);
    redis.commands().hset(keys.estimateMs(tasksetClass), millis);
  }
}
