package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** What the watchdog looks at: who lives, and whether every task is in somebody's hands. */
public final class LifeStore {
  private static final int CHUNK = 100;

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
   * What a slave's hash says.
   *
   * @param key its key
   * @param life which life of its id, or null if it is of another make
   * @param vouched whether its worker's heartbeat stands for its own
   * @param ended whether its end was seen; also true of what is no slave at all
   */
  public record SlaveState(String key, @Nullable Long life, boolean vouched, boolean ended) {}

  /** Reads what slaves' hashes say, in the order of the keys. */
  public List<SlaveState> states(List<String> slaveKeys) {
    List<Response<List<String>>> hashes = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      slaveKeys.forEach(slave -> hashes.add(pipeline.hmget(slave, "status", "life", "vouched")));
      pipeline.sync();
    }
    List<SlaveState> states = new ArrayList<>();
    for (int i = 0; i < slaveKeys.size(); i++) {
      List<String> hash = Answer.of(hashes.get(i), NO_SLAVE);
      states.add(
          new SlaveState(
              slaveKeys.get(i),
              Fields.parseLong(hash.get(1)),
              "1".equals(hash.get(2)),
              hash.get(0) != null && !hash.get(0).isEmpty()));
    }
    return states;
  }

  /** Those of these workers or slaves that have a heartbeat. */
  public Set<String> living(Collection<String> ownerKeys) {
    List<String> owners = List.copyOf(ownerKeys);
    List<Response<Boolean>> beats = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      owners.forEach(owner -> beats.add(pipeline.exists(Keys.heartbeat(owner))));
      pipeline.sync();
    }
    Set<String> living = new HashSet<>();
    for (int i = 0; i < owners.size(); i++) {
      if (beats.get(i).get()) {
        living.add(owners.get(i));
      }
    }
    return living;
  }

  /** How many undecided tasks of a taskset are not in a queue, so that a slave must hold them. */
  public long tasksNotQueued(String tasksetKey) {
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      Response<Long> left = pipeline.llen(Keys.tasksLeft(tasksetKey));
      Response<Long> queued = pipeline.llen(Keys.taskQueue(tasksetKey));
      Response<Long> retry = pipeline.llen(Keys.retryQueue(tasksetKey));
      pipeline.sync();
      return left.get() - queued.get() - retry.get();
    }
  }

  /** Those of the slaves that hold a task. */
  public Set<String> holding(Collection<String> slaveKeys) {
    List<String> slaves = List.copyOf(slaveKeys);
    List<Response<String>> open = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      slaves.forEach(slave -> open.add(pipeline.hget(slave, "open_trial")));
      pipeline.sync();
    }
    Set<String> holding = new HashSet<>();
    for (int i = 0; i < slaves.size(); i++) {
      String trial = Answer.of(open.get(i), "");
      if (trial != null && !trial.isEmpty()) {
        holding.add(slaves.get(i));
      }
    }
    return holding;
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
