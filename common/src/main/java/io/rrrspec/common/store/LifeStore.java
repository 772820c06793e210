package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** What the watchdog looks at: who lives, and whether every task is in somebody's hands. */
public final class LifeStore {
  private static final int CHUNK = 100;

  private final RedisConnection redis;

  public LifeStore(RedisConnection redis) {
    this.redis = redis;
  }

  /** Which life of Redis this is: changes when it restarts. */
  public String redisRun() {
    return redis
        .commands()
        .info("server")
        .lines()
        .filter(line -> line.startsWith("run_id:"))
        .findFirst()
        .orElse("");
  }

  /**
   * A slave that nobody has seen to end.
   *
   * @param key its key
   * @param life which life of its id, or null if it is of another make
   * @param alive whether it lives: its worker's heartbeat if that vouches for it, else its own
   */
  public record SlaveLife(String key, @Nullable Long life, boolean alive) {}

  /** Those of the slaves that have no end yet. */
  public List<SlaveLife> slaves(List<String> slaveKeys) {
    List<Response<List<String>>> hashes = new ArrayList<>();
    List<Response<Boolean>> own = new ArrayList<>();
    List<Response<Boolean>> workers = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String slave : slaveKeys) {
        hashes.add(pipeline.hmget(slave, "status", "life", "vouched"));
        own.add(pipeline.exists(Keys.heartbeat(slave)));
        workers.add(pipeline.exists(Keys.heartbeat(Keys.workerOf(slave))));
      }
      pipeline.sync();
    }
    List<SlaveLife> lives = new ArrayList<>();
    for (int i = 0; i < slaveKeys.size(); i++) {
      List<String> hash = hashes.get(i).get();
      if (hash.get(0) == null || hash.get(0).isEmpty()) {
        Long life = Fields.parseLong(hash.get(1));
        boolean vouched = "1".equals(hash.get(2));
        lives.add(
            new SlaveLife(
                slaveKeys.get(i), life, vouched ? workers.get(i).get() : own.get(i).get()));
      }
    }
    return lives;
  }

  /** How many tasks are undecided. */
  public long tasksLeft(String tasksetKey) {
    return redis.commands().llen(Keys.tasksLeft(tasksetKey));
  }

  /** How many tasks are queued or held by a slave. */
  public long tasksInHands(String tasksetKey) {
    List<String> slaves = redis.commands().lrange(Keys.slaves(tasksetKey), 0, -1);
    List<Response<String>> open = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      Response<Long> queued = pipeline.llen(Keys.taskQueue(tasksetKey));
      Response<Long> retry = pipeline.llen(Keys.retryQueue(tasksetKey));
      slaves.forEach(slave -> open.add(pipeline.hget(slave, "open_trial")));
      pipeline.sync();
      return queued.get()
          + retry.get()
          + open.stream().map(Response::get).filter(t -> t != null && !t.isEmpty()).count();
    }
  }

  /**
   * The undecided tasks that are neither queued nor held by a live slave. A task whose trial waits
   * for the arbiter is among them: it stays there only if the message was lost.
   *
   * @param foreignBeats whether a slave of another make without a heartbeat is dead
   */
  public Set<String> tasksInNobodysHands(String tasksetKey, boolean foreignBeats) {
    Set<String> queued = new HashSet<>(redis.commands().lrange(Keys.taskQueue(tasksetKey), 0, -1));
    for (String entry : redis.commands().lrange(Keys.retryQueue(tasksetKey), 0, -1)) {
      queued.add(entry.substring(entry.indexOf('\t') + 1));
    }
    List<String> left =
        redis.commands().lrange(Keys.tasksLeft(tasksetKey), 0, -1).stream()
            .filter(task -> !queued.contains(task))
            .toList();
    Set<String> nobodys = new HashSet<>();
    for (List<String> args : chunks(left, foreignBeats)) {
      @SuppressWarnings("unchecked") // the script answers with a list of strings
      List<String> lost = (List<String>) redis.run("find_lost_tasks", List.of(tasksetKey), args);
      nobodys.addAll(lost);
    }
    return nobodys;
  }

  /**
   * Puts tasks back into the queue that are still in nobody's hands, and tells the arbiters of
   * trials that were left over; returns how many tasks that were.
   */
  public long putBack(String tasksetKey, List<String> tasks, boolean foreignBeats) {
    long all = 0;
    for (List<String> args : chunks(tasks, foreignBeats)) {
      all += (Long) redis.run("put_back_tasks", List.of(tasksetKey), args);
    }
    return all;
  }

  /** Few enough for a script that stays short. */
  private static List<List<String>> chunks(List<String> tasks, boolean foreignBeats) {
    List<List<String>> chunks = new ArrayList<>();
    for (int from = 0; from < tasks.size(); from += CHUNK) {
      List<String> args = new ArrayList<>();
      args.add(foreignBeats ? "1" : "0");
      args.addAll(tasks.subList(from, Math.min(tasks.size(), from + CHUNK)));
      chunks.add(args);
    }
    return chunks;
  }
}
