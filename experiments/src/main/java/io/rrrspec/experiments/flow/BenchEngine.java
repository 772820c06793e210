package io.rrrspec.experiments.flow;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.experiments.bench.BenchRedis;
import io.rrrspec.server.flow.FlowEngine;
import io.rrrspec.server.flow.FlowType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One engine on threads and connections of its own, and the end of the flow that it serves. */
final class BenchEngine implements AutoCloseable {
  static final String POOL = "bench";
  static final FlowKeys KEYS = new FlowKeys("bench:flow:");

  private static final int THREADS = 32;

  private final RedisConnection redis;
  private final FlowStore store;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Map<String, CompletableFuture<Long>> ends =
      new java.util.concurrent.ConcurrentHashMap<>();
  private final Loop loop;

  BenchEngine(BenchRedis redis, List<FlowType> types) {
    this.redis = RedisConnection.open(redis.url(), THREADS + 4);
    this.store = new FlowStore(this.redis, KEYS);
    FlowEngine engine =
        new FlowEngine(this.redis, KEYS, types, Map.of(POOL, THREADS), threads, true);
    engine.listen(
        event -> {
          CompletableFuture<Long> end = event.over() ? ends.get(event.id()) : null;
          if (end != null) {
            end.complete(System.nanoTime());
          }
        });
    this.loop = Loop.start(engine, Duration.ofMillis(500));
  }

  FlowStore store() {
    return store;
  }

  /** Waits for the end of a flow whose id was announced. */
  long awaitEnd(String id) throws InterruptedException {
    CompletableFuture<Long> end = ends.get(id);
    if (end == null) {
      throw new IllegalArgumentException("not announced: " + id);
    }
    try {
      return end.get(30, TimeUnit.MINUTES);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the flow " + id + " does not end", e);
    }
  }

  /** Has the end of a flow noticed; before it starts. */
  void announce(String id) {
    ends.put(id, new CompletableFuture<>());
  }

  @Override
  public void close() {
    loop.close();
    threads.shutdownNow();
    redis.close();
  }
}
