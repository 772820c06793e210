package io.rrrspec.acceptance.foreign;

import io.rrrspec.common.redis.Keys;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A foreign slave, as a thread. It writes no hash of its own; alive is its heartbeat. What it has
 * tried it pushes back at once, for ever.
 */
final class ForeignSlave implements Runnable, AutoCloseable {
  /** What becomes of tasks. */
  interface Tests {
    /**
     * Runs one: takes as long as it likes.
     *
     * @return the status of the trial, or {@link #DEATH}
     */
    String run(String specFile) throws InterruptedException;

    /** Whether what was tried goes to the front of the queue, as it does, or to its end. */
    default boolean pushesToFront() {
      return true;
    }

    /** Whether this slave dies with the task in its hands, before there is a trial. */
    default boolean diesBefore(String specFile) {
      return false;
    }
  }

  /** The slave ends without a word, as by kill -9. */
  static final String DEATH = "death";

  private final UnifiedJedis redis;
  private final Keys keys;
  private final String key;
  private final String taskset;
  private final Timing timing;
  private final Tests tests;
  private final Set<String> worked = new HashSet<>();
  private final Thread thread = new Thread(this, "foreign-slave");

  ForeignSlave(
      UnifiedJedis redis,
      Keys keys,
      String worker,
      String id,
      String taskset,
      Timing timing,
      Tests tests) {
    this.redis = redis;
    this.keys = keys;
    this.key = Keys.slave(worker, id);
    this.taskset = taskset;
    this.timing = timing;
    this.tests = tests;
  }

  ForeignSlave start() {
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  String key() {
    return key;
  }

  @Override
  public void run() {
    try (Foreign.Heart heart = new Foreign.Heart(redis, key, timing.heartbeat())) {
      redis.rpush(taskset + ":slave", key);
      while (!Thread.interrupted() && work()) {
        // one task, or one look
      }
    } catch (InterruptedException e) {
      return;
    } catch (JedisException e) {
      // The test is over, and with it this connection.
      return;
    }
  }

  /** One task, or one look; false when it dies. */
  private boolean work() throws InterruptedException {
    String queue = taskset + ":task_queue";
    String task = redis.lpop(queue);
    if (task == null) {
      redis.rpush(keys.arbiterQueue(), "check\t" + taskset);
      List<String> popped = redis.blpop((int) timing.block().toSeconds(), queue);
      if (popped == null) {
        return true;
      }
      task = popped.get(1);
    }
    if (worked.contains(task)) {
      if (tests.pushesToFront()) {
        redis.lpush(queue, task);
      } else {
        redis.rpush(queue, task);
      }
      return true;
    }
    String specFile = redis.hget(task, "spec_file");
    if (tests.diesBefore(specFile)) {
      return false;
    }
    worked.add(task);
    String decided = redis.hget(task, "status");
    return decided != null && !decided.isEmpty() || run(task, specFile);
  }

  private boolean run(String task, String specFile) throws InterruptedException {
    String trial = task + ":trial:" + UUID.randomUUID();
    redis.hset(trial, Map.of("task", task, "slave", key));
    redis.rpush(task + ":trial", trial);
    redis.rpush(key + ":trial", trial);
    Foreign.field(redis, trial, "started_at", Foreign.now());
    String status = tests.run(specFile);
    if (status.equals(DEATH)) {
      return false;
    }
    // Whatever stands there by now.
    redis.hset(
        trial,
        Map.of(
            "finished_at",
            Foreign.now(),
            "status",
            status,
            "stdout",
            "out",
            "stderr",
            "",
            "passed",
            status.equals("passed") ? "1" : "0",
            "pending",
            "0",
            "failed",
            status.equals("passed") ? "0" : "1"));
    redis.rpush(keys.arbiterQueue(), "trial\t" + trial);
    return true;
  }

  /** Tells it to end; {@link #close} waits for that. */
  void stop() {
    thread.interrupt();
  }

  /** Ends it from outside; its heartbeat runs out by itself. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
