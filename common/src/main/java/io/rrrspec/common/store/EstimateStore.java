package io.rrrspec.common.store;

import io.rrrspec.common.model.TimeShare;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.AbstractPipeline;

/** What tasks, and starts of test JVMs, are expected to take, by taskset class. */
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
    estimates.forEach(
        (specFile, estimate) ->
            seconds.put(specFile, Long.toString(Math.max(1, estimate.toSeconds()))));
    redis.commands().hset(keys.estimateSec(tasksetClass), seconds);
    redis.commands().hset(keys.estimateMs(tasksetClass), millis(estimates));
  }

  /** What tasks of a class are expected to do with their time, where both are known. */
  public Map<String, TimeShare> shares(String tasksetClass) {
    Map<String, Duration> processor = new HashMap<>();
    Map<String, Duration> waiting = new HashMap<>();
    put(processor, redis.commands().hgetAll(keys.cpuEstimateMs(tasksetClass)), 1);
    put(waiting, redis.commands().hgetAll(keys.waitEstimateMs(tasksetClass)), 1);
    Map<String, TimeShare> shares = new HashMap<>();
    processor.forEach(
        (specFile, time) -> {
          Duration wait = waiting.get(specFile);
          if (wait != null) {
            shares.put(specFile, new TimeShare(time, wait));
          }
        });
    return shares;
  }

  /** Writes what tasks are expected to do with their time. New tasks of the class get it. */
  public void saveShares(String tasksetClass, Map<String, TimeShare> shares) {
    if (shares.isEmpty()) {
      return;
    }
    Map<String, Duration> processor = new HashMap<>();
    Map<String, Duration> waiting = new HashMap<>();
    shares.forEach(
        (specFile, share) -> {
          processor.put(specFile, share.processor());
          waiting.put(specFile, share.waiting());
        });
    redis.commands().hset(keys.cpuEstimateMs(tasksetClass), millis(processor));
    redis.commands().hset(keys.waitEstimateMs(tasksetClass), millis(waiting));
  }

  private static Map<String, String> millis(Map<String, Duration> times) {
    Map<String, String> hash = new HashMap<>();
    times.forEach((name, time) -> hash.put(name, Long.toString(time.toMillis())));
    return hash;
  }

  /** What starting a JVM of each launch of a class is expected to take, by launch. */
  public Map<String, Duration> startCosts(String tasksetClass) {
    Map<String, Duration> costs = new HashMap<>();
    put(costs, redis.commands().hgetAll(keys.startCostMs(tasksetClass)), 1);
    return costs;
  }

  /**
   * Replaces all start costs of a class, so that those of launches that are gone do not stay. An
   * activation copies them into its taskset.
   */
  public void saveStartCosts(String tasksetClass, Map<String, Duration> costs) {
    String key = keys.startCostMs(tasksetClass);
    Map<String, String> hash = millis(costs);
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      pipeline.del(key);
      if (!hash.isEmpty()) {
        pipeline.hset(key, hash);
      }
      pipeline.sync();
    }
  }
}
