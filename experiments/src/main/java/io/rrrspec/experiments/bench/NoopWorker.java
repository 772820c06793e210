package io.rrrspec.experiments.bench;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.worker.agent.SlaveHeartbeats;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * A worker whose slaves are threads: it announces itself, beats for its slaves, takes the taskset
 * that the dispatcher gives it, and leaves it at the end.
 */
final class NoopWorker implements AutoCloseable {
  private static final Duration LIFE = Duration.ofSeconds(8);
  private static final long BEAT_EVERY_MILLIS = 2_500;

  private final RedisConnection redis;
  private final WorkerStore workers;
  private final String key;
  private final String owner = UUID.randomUUID().toString();
  private final List<NoopSlave> slaves = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Thread beat;
  private final AtomicInteger complaints = new AtomicInteger();
  private volatile boolean closing;
  private volatile boolean closed;

  NoopWorker(BenchRedis bench, String id) {
    this.redis = RedisConnection.open(bench.url(), 3);
    this.workers = new WorkerStore(redis, bench.keys());
    this.key = bench.keys().worker(id);
    workers.claim(key, owner, "default", "localhost", LIFE);
    this.beat = new Thread(this::beat, "worker-heartbeat");
    beat.setDaemon(true);
    beat.start();
  }

  private void beat() {
    SlaveHeartbeats slaveHeartbeats =
        new SlaveHeartbeats(new SlaveStore(redis), InstantSource.system());
    while (!closing) {
      workers.beat(key, owner, LIFE);
      List<String> keys;
      synchronized (slaves) {
        keys = slaves.stream().map(NoopSlave::key).toList();
      }
      slaveHeartbeats.renew(keys);
      try {
        Thread.sleep(BEAT_EVERY_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Beats for an hour and then no more: for measuring what else there is. */
  void beatOnceForLong() {
    closing = true;
    beat.interrupt();
    workers.beat(key, owner, Duration.ofHours(1));
  }

  String slaveKey(int number) {
    return Keys.slave(key, Integer.toString(1000 + number));
  }

  /** Makes slaves ready to start: their connections are open. */
  void prepare(int count, IntFunction<NoopSlave> maker) {
    synchronized (slaves) {
      for (int i = 0; i < count; i++) {
        slaves.add(maker.apply(i));
      }
    }
  }

  /** Waits for the dispatcher, takes the taskset and starts the slaves. */
  void serve(String taskset) {
    String offered = workers.awaitTaskset(key, Duration.ofSeconds(10));
    if (!taskset.equals(offered) || !workers.take(key, taskset)) {
      throw new ServiceException("the worker was given " + offered + ", not " + taskset);
    }
    String log = Keys.workerLog(taskset, key);
    workers.mark(log, "rsync_finished", Instant.now());
    workers.mark(log, "setup_finished", Instant.now());
    for (NoopSlave slave : slaves) {
      Thread thread = new Thread(slave, "slave");
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((t, e) -> complain(e));
      threads.add(thread);
      thread.start();
    }
  }

  private void complain(Throwable e) {
    // A slave that still waits when everything is taken down loses its connection.
    if (!closed) {
      complaints.incrementAndGet();
      e.printStackTrace();
    }
  }

  /** How many of its slaves have ended with an error. */
  int complaints() {
    return complaints.get();
  }

  /** How many of its slaves have not seen the end. */
  long running() {
    return threads.stream().filter(Thread::isAlive).count();
  }

  /** Waits for the slaves to see the end, and leaves. */
  void leave(String taskset) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(20_000);
    }
    workers.leave(key, taskset, "", true, Duration.ofHours(1));
  }

  List<NoopSlave> slaves() {
    return slaves;
  }

  @Override
  public void close() {
    closing = true;
    closed = true;
    beat.interrupt();
    try {
      beat.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    slaves.forEach(NoopSlave::close);
    redis.close();
  }
}
