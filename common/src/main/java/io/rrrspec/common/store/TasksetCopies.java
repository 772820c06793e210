package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** Tasksets that wait for their turn in a flow, and copies of them for other attempts. */
public final class TasksetCopies {
  /** How many tasks one script writes. */
  private static final int CHUNK = 100;

  private static final Duration UNACTIVATED_LIFE = Duration.ofDays(1);

  /** What a request is made of. */
  private static final String[] REQUESTED = {
    "rsync_name",
    "setup_command",
    "slave_command",
    "worker_type",
    "max_workers",
    "max_trials",
    "taskset_class",
    "unknown_spec_timeout_sec",
    "least_timeout_sec",
    "runner",
    "user",
    "notify",
    "env",
    "setup",
    "sources",
    "broken",
    "jdks",
    "resources",
    "affinity",
    "queue",
    "order_dependent",
    "repeat",
    "once",
    "fail_fast",
    "methods",
    "include_tags",
    "exclude_tags",
    "quarantine",
    "max_retries_total",
    "prefer_worker",
    "workspace",
    "setup_artifact",
    "result",
    "outputs",
    "uses",
    "no_cache"
  };

  private final RedisConnection redis;
  private final Keys keys;

  public TasksetCopies(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** Has a taskset that is not active yet live longer than a day. */
  public void keep(String key, int taskCount, Duration life) {
    String seconds = Long.toString(life.toSeconds());
    for (int from = 0; from < taskCount; from += CHUNK) {
      redis.run(
          "keep_tasks",
          List.of(key),
          List.of(Integer.toString(from), Integer.toString(from + CHUNK - 1), seconds));
    }
    List<String> all =
        new ArrayList<>(
            List.of(
                key,
                Keys.tasks(key),
                Keys.tasksLeft(key),
                Keys.taskQueue(key),
                Keys.launches(key),
                Keys.ranks(key),
                Keys.lanes(key),
                Keys.affinities(key)));
    redis
        .commands()
        .hkeys(Keys.launches(key))
        .forEach(launch -> all.add(Keys.launchQueue(key, launch)));
    redis.commands().hkeys(Keys.lanes(key)).forEach(lane -> all.add(Keys.lane(key, lane)));
    redis
        .commands()
        .hkeys(Keys.affinities(key))
        .forEach(name -> all.add(Keys.affinityQueue(key, name)));
    all.forEach(each -> redis.commands().expire(each, life.toSeconds()));
  }

  /**
   * Creates a taskset that asks for the same as another one, which may be over. It lives for a day
   * unless it is activated.
   *
   * @param specFiles its tasks; null: those of the other one
   * @return its key; empty if the other one is gone
   */
  public Optional<String> createLike(
      String otherKey, @Nullable List<String> specFiles, Instant now) {
    List<String> values = redis.commands().hmget(otherKey, REQUESTED);
    if (values.get(0) == null) {
      return Optional.empty();
    }
    String key = keys.taskset(UUID.randomUUID().toString());
    List<String> args = new ArrayList<>(List.of(Long.toString(UNACTIVATED_LIFE.toSeconds())));
    for (int i = 0; i < REQUESTED.length; i++) {
      if (values.get(i) != null) {
        args.addAll(List.of(REQUESTED[i], values.get(i)));
      }
    }
    args.addAll(List.of("created_at", Fields.formatTime(now)));
    args.addAll(List.of("created_ms", Long.toString(now.toEpochMilli())));
    redis.run("create_taskset", List.of(key), args);
    for (long from = 0; ; from += CHUNK) {
      List<String> tasks = tasks(otherKey, specFiles, from);
      if (tasks.isEmpty()) {
        return Optional.of(key);
      }
      copy(tasks, key, from);
    }
  }

  /** The keys of some tasks of a taskset. */
  private List<String> tasks(String key, @Nullable List<String> specFiles, long from) {
    if (specFiles == null) {
      return redis.commands().lrange(Keys.tasks(key), from, from + CHUNK - 1);
    }
    return specFiles.stream().skip(from).limit(CHUNK).map(spec -> Keys.task(key, spec)).toList();
  }

  private void copy(List<String> tasks, String key, long from) {
    List<Response<List<String>>> answers = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      tasks.forEach(
          task ->
              answers.add(
                  pipeline.hmget(
                      task,
                      "spec_file",
                      "estimate_sec",
                      "estimate_ms",
                      "not_after",
                      "not_beside",
                      "launch",
                      "resources",
                      "rank",
                      "max_trials",
                      "as_is",
                      "affinity",
                      "affinity_ms")));
    }
    List<String> args =
        new ArrayList<>(List.of(Long.toString(UNACTIVATED_LIFE.toSeconds()), Long.toString(from)));
    answers.forEach(
        answer -> {
          answer.get().forEach(value -> args.add(value == null ? "" : value));
          // Whole: what divided it belonged to that run, as did what it had before.
          args.addAll(List.of("", "", ""));
        });
    redis.run("add_tasks", List.of(key), args);
  }
}
