package io.rrrspec.testing;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import redis.clients.jedis.AbstractPipeline;

/** Writes tasksets that are over into Redis as a run leaves them, without running anything. */
public final class RedisRuns {
  private static final long BEGIN = 1_700_000_000_000L;
  private static final int CHUNK = 500;

  private final RedisConnection redis;
  private final Keys keys;

  public RedisRuns(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** One whose tasks, {@code Spec0} and so on, took so long each, and printed nothing. */
  public String end(String tasksetClass, int tasks, long millis) {
    return end(
        tasksetClass,
        tasks,
        i -> Map.of("started_ms", text(BEGIN), "finished_ms", text(BEGIN + millis)));
  }

  /**
   * One whose workers have left, handed to the persisters.
   *
   * @param fields what the only trial of each task has beside its keys, status and verdict, or
   *     instead of them
   * @return its key
   */
  public String end(String tasksetClass, int tasks, IntFunction<Map<String, String>> fields) {
    return end(UUID.randomUUID().toString(), tasksetClass, tasks, fields);
  }

  /** The same with an id. */
  public String end(
      String id, String tasksetClass, int tasks, IntFunction<Map<String, String>> fields) {
    String key = keys.taskset(id);
    redis
        .commands()
        .hset(
            key,
            Map.of(
                "status", "succeeded",
                "rsync_name", "name",
                "taskset_class", tasksetClass,
                "succeeded_count", text(tasks),
                "task_count", text(tasks),
                "created_ms", text(BEGIN),
                "finished_ms", text(BEGIN + 60_000)));
    for (int from = 0; from < tasks; from += CHUNK) {
      try (AbstractPipeline pipeline = redis.commands().pipelined()) {
        for (int i = from; i < Math.min(tasks, from + CHUNK); i++) {
          write(pipeline, key, "Spec" + i, fields.apply(i));
        }
        pipeline.sync();
      }
    }
    redis.commands().rpush(keys.persisterQueue(), key);
    return key;
  }

  private void write(
      AbstractPipeline pipeline, String key, String spec, Map<String, String> fields) {
    String task = Keys.task(key, spec);
    String trial = task + ":trial:" + UUID.randomUUID();
    Map<String, String> all = new LinkedHashMap<>();
    all.put("task", task);
    all.put("slave", keys.worker("w") + ":slave:1");
    all.put("status", "passed");
    all.put("verdict", "passed");
    all.put("passed", "1");
    all.putAll(fields);
    pipeline.rpush(Keys.tasks(key), task);
    pipeline.hset(task, Map.of("taskset", key, "spec_file", spec, "status", "passed"));
    pipeline.rpush(Keys.trials(task), trial);
    pipeline.hset(trial, all);
  }

  private static String text(long number) {
    return Long.toString(number);
  }
}
