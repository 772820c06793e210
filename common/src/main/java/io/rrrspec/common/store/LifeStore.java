package io.rrrspec.common.store;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** What the watchdog looks at: who lives, and whether every task is in somebody's hands. */
public final class LifeStore {
  private static final int CHUNK = 100;

  /** What stands in the place of a slave is no hash: it can neither live nor die. */
  private static final List<String> NO_SLAVE = List.of("unreadable", "", "", "");

  private static final List<String> NO_TRIAL = List.of("unreadable", "");

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
   * A slave, as far as it can still hold something.
   *
   * @param key its key
   * @param life which life of its id, or null if it is of another make
   * @param alive whether it lives: its worker's heartbeat if that vouches for it, else its own; a
   *     slave of ours that somebody has seen to end does not
   * @param status how it ended; of another make it may be how an earlier slave of that id ended
   * @param openTrial the trial that it holds, or null
   */
  public record SlaveLife(
      String key,
      @Nullable Long life,
      boolean alive,
      SlaveStatus status,
      @Nullable String openTrial) {
    /** Whether it has ended and holds nothing: then nobody needs to do anything about it. */
    public boolean isDone() {
      return status != SlaveStatus.ALIVE && openTrial == null;
    }
  }

  /** What became of slaves; what cannot be read is left out. */
  public List<SlaveLife> slaves(List<String> listed) {
    List<String> slaveKeys = listed.stream().filter(Keys::isSlave).distinct().toList();
    List<Response<List<String>>> hashes = new ArrayList<>();
    List<Response<String>> last = new ArrayList<>();
    List<Response<Boolean>> own = new ArrayList<>();
    List<Response<Boolean>> workers = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String slave : slaveKeys) {
        hashes.add(pipeline.hmget(slave, "status", "life", "vouched", "open_trial"));
        last.add(pipeline.lindex(Keys.trials(slave), -1));
        own.add(pipeline.exists(Keys.heartbeat(slave)));
        workers.add(pipeline.exists(Keys.heartbeat(Keys.workerOf(slave))));
      }
      pipeline.sync();
    }
    List<SlaveLife> lives = new ArrayList<>();
    for (int i = 0; i < slaveKeys.size(); i++) {
      List<String> hash = Answer.of(hashes.get(i), NO_SLAVE);
      if (hash.equals(NO_SLAVE)) {
        continue;
      }
      Long life = Fields.parseLong(hash.get(1));
      SlaveStatus status = SlaveStore.status(hash.get(0));
      boolean vouched = "1".equals(hash.get(2));
      boolean beats = vouched ? workers.get(i).get() : own.get(i).get();
      boolean seenToEnd = life != null && status != SlaveStatus.ALIVE;
      // Other makes name the trial that they hold only as the last of their list.
      String trial = life != null ? hash.get(3) : Answer.of(last.get(i), "");
      lives.add(
          new SlaveLife(
              slaveKeys.get(i),
              life,
              beats && !seenToEnd,
              status,
              trial == null || trial.isEmpty() ? null : trial));
    }
    return withOpenTrials(lives);
  }

  /** Without the trials that have a result, or are those of another slave. */
  private List<SlaveLife> withOpenTrials(List<SlaveLife> lives) {
    Map<String, Response<List<String>>> trials = new HashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (SlaveLife slave : lives) {
        String trial = slave.openTrial();
        // Our own scripts clear open_trial with the result.
        if (trial != null && slave.life() == null) {
          trials.put(trial, pipeline.hmget(trial, "status", "slave"));
        }
      }
      pipeline.sync();
    }
    List<SlaveLife> open = new ArrayList<>();
    for (SlaveLife slave : lives) {
      Response<List<String>> looked = trials.get(slave.openTrial());
      open.add(
          slave.life() != null || looked == null || holds(slave, looked) ? slave : idle(slave));
    }
    return open;
  }

  private static boolean holds(SlaveLife slave, Response<List<String>> looked) {
    List<String> trial = Answer.of(looked, NO_TRIAL);
    String status = trial.get(0);
    return slave.key().equals(trial.get(1)) && (status == null || status.isEmpty());
  }

  private static SlaveLife idle(SlaveLife slave) {
    return new SlaveLife(slave.key(), slave.life(), slave.alive(), slave.status(), null);
  }

  /** How many tasks are undecided. */
  public long tasksLeft(String tasksetKey) {
    return redis.commands().llen(Keys.tasksLeft(tasksetKey));
  }

  /** How many tasks are queued or held by one of these slaves. */
  public long tasksInHands(String tasksetKey, List<SlaveLife> slaves) {
    Response<Long> queued;
    Response<Long> retry;
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      queued = pipeline.llen(Keys.taskQueue(tasksetKey));
      retry = pipeline.llen(Keys.retryQueue(tasksetKey));
      pipeline.sync();
    }
    return queued.get()
        + retry.get()
        + slaves.stream()
            .map(SlaveLife::openTrial)
            .filter(Objects::nonNull)
            // Two trials of one task may run.
            .map(trial -> trial.substring(0, Math.max(0, trial.lastIndexOf(":trial:"))))
            .distinct()
            .count();
  }

  /** Whether retries wait that only slaves of ours may take. */
  public boolean hasRetries(String tasksetKey) {
    return redis.commands().exists(Keys.retryQueue(tasksetKey));
  }

  /**
   * Keeps retries moving where slaves of other makes take part.
   *
   * @param giveUp retries that have been stuck for so long that they decide their tasks as failed
   * @return the tasks that are stuck: every live slave is of another make and has tried them, and
   *     no worker of ours serves the taskset
   */
  public Set<String> settleRetries(String tasksetKey, List<String> giveUp) {
    @SuppressWarnings("unchecked") // the script answers with a list of strings
    List<String> stuck = (List<String>) redis.run("settle_retries", List.of(tasksetKey), giveUp);
    return Set.copyOf(stuck);
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
