package io.rrrspec.acceptance.foreign;

import static org.awaitility.Awaitility.await;

import io.rrrspec.common.redis.Keys;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import redis.clients.jedis.UnifiedJedis;

/** A foreign client: no field of ours, empty text for what it does not know. */
final class ForeignClient {
  private final UnifiedJedis redis;
  private final Keys keys;
  private final Map<String, String> hash = new HashMap<>();

  ForeignClient(UnifiedJedis redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
    hash.put("rsync_name", "project");
    hash.put("setup_command", "");
    hash.put("slave_command", "true");
    hash.put("worker_type", "default");
    hash.put("max_workers", "10");
    hash.put("max_trials", "3");
    hash.put("taskset_class", "project");
    hash.put("unknown_spec_timeout_sec", "60");
    hash.put("least_timeout_sec", "30");
    for (String none : List.of("status", "finished_at", "succeeded_count", "failed_count")) {
      hash.put(none, "");
    }
  }

  ForeignClient with(String field, String value) {
    hash.put(field, value);
    return this;
  }

  /** Starts a run; returns the key of its taskset. */
  String start(String... specFiles) {
    for (String active : redis.lrange(keys.activeTasksets(), 0, -1)) {
      if (Objects.equals(hash.get("rsync_name"), redis.hget(active, "rsync_name"))) {
        throw new IllegalStateException("running already: " + active);
      }
    }
    String taskset = keys.taskset(UUID.randomUUID().toString());
    hash.put("created_at", Foreign.now());
    redis.hset(taskset, hash);
    for (String specFile : specFiles) {
      String task = taskset + ":task:" + specFile;
      redis.hset(
          task,
          Map.of("taskset", taskset, "status", "", "estimate_sec", "", "spec_file", specFile));
      redis.rpush(taskset + ":tasks", task);
      redis.rpush(taskset + ":tasks_left", task);
      redis.rpush(taskset + ":task_queue", task);
    }
    redis.rpush(keys.activeTasksets(), taskset);
    redis.rpush(keys.dispatcherQueue(), "0");
    return taskset;
  }

  /** Waits as it does: until the taskset's key has a time to live. */
  void waitFor(String taskset, Duration limit) {
    await("persisted: " + taskset)
        .atMost(limit)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> redis.ttl(taskset) >= 0);
  }
}
