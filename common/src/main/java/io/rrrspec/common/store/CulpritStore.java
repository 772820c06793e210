package io.rrrspec.common.store;

import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import redis.clients.jedis.AbstractPipeline;

/**
 * Which tasks fail after which others, by taskset class: what the next run keeps apart. A set of
 * culprits is what must all have run before in the same JVM.
 */
public final class CulpritStore {
  /** Somebody may have mended the tests: what was not seen for so long is tried again. */
  public static final Duration LIFE = Duration.ofDays(30);

  /** No class has such a name. */
  private static final String SUSPECTED = "?";

  private final RedisConnection redis;
  private final Keys keys;

  public CulpritStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** All that is known of a class: sets of culprits by the task that fails after them. */
  public Map<String, List<Culprits>> find(String tasksetClass) {
    Map<String, List<Culprits>> sets = new HashMap<>();
    redis
        .commands()
        .hgetAll(keys.culprits(tasksetClass))
        .forEach((task, text) -> sets.put(task, sets(text)));
    return sets;
  }

  /** Replaces all that is known of a class. */
  public void save(String tasksetClass, Map<String, List<Culprits>> sets) {
    String key = keys.culprits(tasksetClass);
    Map<String, String> hash = new HashMap<>();
    sets.forEach((task, culprits) -> hash.put(task, text(culprits)));
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      pipeline.del(key);
      if (!hash.isEmpty()) {
        pipeline.hset(key, hash);
        pipeline.expire(key, LIFE.toSeconds());
      }
      pipeline.sync();
    }
  }

  /** Writes them as the field {@code not_after} of a task has them: a set a line, tabs between. */
  static String text(List<Culprits> sets) {
    return sets.stream()
        .map(set -> (set.confirmed() ? "" : SUSPECTED + "\t") + String.join("\t", set.tasks()))
        .collect(Collectors.joining("\n"));
  }

  private static List<Culprits> sets(String text) {
    List<Culprits> sets = new ArrayList<>();
    for (String line : text.lines().toList()) {
      List<String> words = Arrays.asList(line.split("\t"));
      boolean confirmed = !words.get(0).equals(SUSPECTED);
      List<String> tasks = confirmed ? words : words.subList(1, words.size());
      if (!tasks.isEmpty()) {
        sets.add(new Culprits(tasks, confirmed));
      }
    }
    return sets;
  }
}
