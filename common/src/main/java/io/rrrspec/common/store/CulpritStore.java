package io.rrrspec.common.store;

import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.Relation;
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
 * Which tasks fail after or beside which others, by taskset class: what the next run keeps apart. A
 * set of culprits is what must all have run before in the same JVM, or run in another one.
 */
public final class CulpritStore {
  /** Somebody may have mended the tests: what was not seen for so long is tried again. */
  public static final Duration LIFE = Duration.ofDays(30);

  /** No class has such a name. */
  private static final String SUSPECTED = "?";

  /** What stands before the relation, if that is not {@link Relation#AFTER}. */
  private static final String RELATION = "=";

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

  /** Writes them as the hash has them: a set a line, tabs between. */
  private static String text(List<Culprits> sets) {
    return sets.stream().map(set -> line(set, set.relation())).collect(Collectors.joining("\n"));
  }

  private static String line(Culprits set, Relation relation) {
    return (set.confirmed() ? "" : SUSPECTED + "\t")
        + (relation.isConflict() ? RELATION + relation.text() + "\t" : "")
        + String.join("\t", set.tasks());
  }

  /**
   * Writes the field {@code not_after} of a task: what must not have run in its JVM. What a JVM
   * leaves on its host harms in that JVM, too.
   */
  static String notAfter(List<Culprits> sets) {
    return sets.stream()
        .filter(set -> set.relation() == Relation.AFTER || isLeftBehind(set))
        .map(set -> line(set, Relation.AFTER))
        .collect(Collectors.joining("\n"));
  }

  private static boolean isLeftBehind(Culprits set) {
    return set.relation() == Relation.SINCE && set.confirmed();
  }

  /** Writes the field {@code not_beside} of a task: what other JVMs of its host must not do. */
  static String notBeside(List<Culprits> sets) {
    return text(sets.stream().filter(set -> set.relation().isConflict()).toList());
  }

  private static List<Culprits> sets(String text) {
    List<Culprits> sets = new ArrayList<>();
    for (String line : text.lines().toList()) {
      List<String> words = Arrays.asList(line.split("\t"));
      boolean confirmed = !words.get(0).equals(SUSPECTED);
      List<String> tasks = confirmed ? words : words.subList(1, words.size());
      Relation relation = Relation.AFTER;
      if (!tasks.isEmpty() && tasks.get(0).startsWith(RELATION)) {
        relation = Relation.parse(tasks.get(0).substring(RELATION.length()));
        tasks = tasks.subList(1, tasks.size());
      }
      if (!tasks.isEmpty()) {
        sets.add(new Culprits(tasks, confirmed, relation));
      }
    }
    return sets;
  }
}
