package io.rrrspec.acceptance.foreign;

import io.rrrspec.common.redis.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/** A foreign worker, as a thread. */
final class ForeignWorker implements Runnable, AutoCloseable {
  /** What a foreign worker keeps going for one taskset. */
  interface Slaves extends AutoCloseable {
    /**
     * Looks after them.
     *
     * @return false if they crash so often that the taskset cannot be served
     */
    boolean look() throws InterruptedException;

    /** Ends them all. */
    @Override
    void close();

    /** The keys of those that have ended. */
    List<String> keys();
  }

  /** Starts slaves. */
  interface Starter {
    Slaves start(String worker, String taskset);
  }

  private final UnifiedJedis redis;
  private final Keys keys;
  private final String key;
  private final Timing timing;
  private final Starter starter;
  private final Thread thread = new Thread(this, "foreign-worker");
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();
  private boolean setUpFails;

  ForeignWorker(UnifiedJedis redis, Keys keys, String id, Timing timing, Starter starter) {
    this.redis = redis;
    this.keys = keys;
    this.key = keys.worker(id);
    this.timing = timing;
    this.starter = starter;
  }

  ForeignWorker whoseSetUpFails() {
    setUpFails = true;
    return this;
  }

  ForeignWorker start() {
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  /** How many tasksets it has taken. */
  int taken() {
    return taken.get();
  }

  String key() {
    return key;
  }

  @Override
  public void run() {
    try (Foreign.Heart heart = new Foreign.Heart(redis, key, timing.heartbeat())) {
      Foreign.field(redis, key, "worker_type", "default");
      redis.sadd(keys.workers(), key);
      redis.rpush(keys.dispatcherQueue(), "0");
      while (!Thread.interrupted()) {
        Foreign.field(redis, key, "taskset", "");
        List<String> popped = redis.blpop(1, key + ":worker_queue");
        if (popped != null) {
          Foreign.pause(timing.gap());
          serve(popped.get(1));
        }
      }
    } catch (InterruptedException e) {
      return;
    } catch (JedisException e) {
      broken.set(e);
    }
  }

  private void serve(String taskset) throws InterruptedException {
    taken.incrementAndGet();
    Foreign.field(redis, key, "taskset", taskset);
    if (!Foreign.isRunning(redis, taskset)) {
      return;
    }
    // Without worker_log: in its name.
    String log = taskset + ":" + key;
    redis.rpush(taskset + ":worker_log", log);
    redis.hset(log, Map.of("worker", key, "taskset", taskset, "started_at", Foreign.now()));
    redis.append(log + ":log", "syncs\n");
    Foreign.field(redis, log, "rsync_finished_at", Foreign.now());
    if (setUpFails) {
      redis.append(log + ":log", "no such gem\n");
      redis.rpush(keys.arbiterQueue(), "fail\t" + taskset);
      Foreign.field(redis, log, "finished_at", Foreign.now());
      while (Foreign.isRunning(redis, taskset)) {
        Foreign.pause(timing.look());
      }
      return;
    }
    Foreign.field(redis, log, "setup_finished_at", Foreign.now());
    try (Slaves slaves = starter.start(key, taskset)) {
      while (Foreign.isRunning(redis, taskset)) {
        if (!slaves.look()) {
          redis.rpush(keys.arbiterQueue(), "fail\t" + taskset);
        }
        Foreign.pause(timing.look());
      }
      slaves.close();
      Foreign.pause(timing.late());
      for (String slave : slaves.keys()) {
        Foreign.field(redis, slave, "status", "normal_exit");
        redis.append(slave + ":log", "bye\n");
      }
    }
    Foreign.field(redis, log, "finished_at", Foreign.now());
  }

  /** Tells it to end at once; {@link #close} waits for that. */
  void stop() {
    thread.interrupt();
  }

  /** Ends it at once, with whatever it held; its heartbeat runs out by itself. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Slaves of a foreign implementation as threads: places, each with what happens in it. */
  static Starter threads(
      UnifiedJedis redis, Keys keys, Timing timing, ForeignSlave.Tests... places) {
    return (worker, taskset) -> {
      List<ForeignSlave> slaves = new ArrayList<>();
      for (int i = 0; i < places.length; i++) {
        String id = Integer.toString(100 + i);
        slaves.add(new ForeignSlave(redis, keys, worker, id, taskset, timing, places[i]).start());
      }
      return new Slaves() {
        @Override
        public boolean look() {
          return true;
        }

        @Override
        public void close() {
          slaves.forEach(ForeignSlave::stop);
          slaves.forEach(ForeignSlave::close);
        }

        @Override
        public List<String> keys() {
          return slaves.stream().map(ForeignSlave::key).toList();
        }
      };
    };
  }
}
