package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** What the watchdog looks at: who lives, and whether every task is in somebody's hands. */
public final class LifeStore {
  private static final int CHUNK = 500;

  /** What stands in the place of a slave is no hash: it can neither live nor die. */
  private static final List<String> NO_SLAVE = List.of("unreadable", "", "");

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
  public List<SlaveLife> slaves(List<String> listed) {
    List<String> slaveKeys = listed.stream().filter(Keys::isSlave).toList();
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
      List<String> hash = Answer.of(hashes.get(i), NO_SLAVE);
      if (hash.get(0) == null || hash.get(0).isEmpty()) {
        Fields f = new Fields(new HashMap<>());
        f.put("life", hash.get(1));
        Long life = f.millis("life");
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
          + open.stream()
              .map(trial -> Answer.of(trial, ""))
              .filter(t -> t != null && !t.isEmpty())
              .count();
    }
  }

  /** The undecided tasks that are neither queued nor have a trial without a verdict. */
  public Set<String> tasksInNobodysHands(String tasksetKey) {
    Set<String> queued = new HashSet<>(redis.commands().lrange(Keys.taskQueue(tasksetKey), 0, -1));
    for (String entry : redis.commands().lrange(Keys.retryQueue(tasksetKey), 0, -1)) {
      queued.add(entry.substring(entry.indexOf('\t') + 1));
    }
    List<String> left =
        redis.commands().lrange(Keys.tasksLeft(tasksetKey), 0, -1).stream()
            .filter(task -> !queued.contains(task))
            .toList();
    Set<String> nobodys = new HashSet<>();
    for (int from = 0; from < left.size(); from += CHUNK) {
      nobodys.addAll(withoutOpenTrial(left.subList(from, Math.min(left.size(), from + CHUNK))));
    }
    return nobodys;
  }

  private List<String> withoutOpenTrial(List<String> tasks) {
    List<Response<List<String>>> trials = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      tasks.forEach(task -> trials.add(pipeline.lrange(Keys.trials(task), 0, -1)));
      pipeline.sync();
    }
    List<String> without = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      boolean open = false;
      for (String trial : trials.get(i).get()) {
        String verdict = redis.commands().hget(trial, "verdict");
        open |= verdict == null || verdict.isEmpty();
      }
      if (!open) {
        without.add(tasks.get(i));
      }
    }
    return without;
  }

  /** Puts tasks back into the queue that are still in nobody's hands; returns how many. */
  public long putBack(String tasksetKey, List<String> tasks) {
    return (Long) redis.run("put_back_tasks", List.of(tasksetKey), tasks);
  }
}
