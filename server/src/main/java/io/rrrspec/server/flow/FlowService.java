package io.rrrspec.server.flow;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.store.FlowTransitions;
import io.rrrspec.common.store.Stores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The flows of one server: the engine with the types that every server has. */
public final class FlowService implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FlowService.class);

  /** A task of these types only starts a run, and holds no thread while that goes on. */
  private static final int THREADS = 4;

  private static final Duration LAST_TASKS = Duration.ofSeconds(5);

  private final FlowEngine engine;
  private final RunWatch runs;
  private final SourcesSweep sources;
  private final OldOrders orders;
  private final ExecutorService threads;

  /**
   * Makes it.
   *
   * @param starts the types that start flows
   */
  public FlowService(Stores stores, FlowKeys flowKeys, FlowStarts starts, InstantSource clock) {
    this(stores, flowKeys, starts, FlowGuest.NONE, clock);
  }

  /** The same, with what others have flows do for them. */
  public FlowService(
      Stores stores, FlowKeys flowKeys, FlowStarts starts, FlowGuest guest, InstantSource clock) {
    FlowTransitions transitions = new FlowTransitions(stores.redis(), flowKeys);
    AtomicInteger number = new AtomicInteger();
    Map<String, Integer> pools = new HashMap<>(starts.pools());
    pools.put("default", THREADS);
    pools.putAll(guest.pools());
    this.threads =
        Executors.newFixedThreadPool(
            pools.values().stream().mapToInt(Integer::intValue).sum(),
            task -> new Thread(task, "flow-task-" + number.incrementAndGet()));
    List<FlowType> types = new ArrayList<>(starts.types());
    types.addAll(runTypes(stores, transitions, clock));
    types.addAll(guest.types());
    this.engine =
        new FlowEngine(
            stores.redis(),
            flowKeys,
            types,
            pools,
            threads,
            !flowKeys.equals(FlowKeys.ofService(stores.keys())));
    this.runs = new RunWatch(stores, transitions, guest.starts(), clock);
    this.orders = new OldOrders(stores.flows(flowKeys), clock);
    this.sources = new SourcesSweep(stores, stores.flows(flowKeys), clock);
  }

  /** The types that start runs. */
  static List<FlowType> runTypes(Stores stores, FlowTransitions transitions, InstantSource clock) {
    RunTask shell =
        new RunTask(
            stores,
            transitions,
            clock,
            argument -> AskedRun.single(argument, Runner.COMMAND, "command"));
    RunTask http =
        new RunTask(
            stores,
            transitions,
            clock,
            argument -> AskedRun.single(argument, Runner.HTTP, "request"));
    return List.of(
        run("taskset", new RunTask(stores, transitions, clock)),
        run("shell", shell),
        run("http", http),
        FlowType.iterator("runs", new RunIterator()),
        FlowType.iterator("test-iterator", new TestIterator()));
  }

  private static FlowType run(String name, RunTask body) {
    return FlowType.task(name, body).withAttempts(1).withLimit(RunTask.LEASE);
  }

  /** What it does, one loop each. */
  public List<Actor> actors() {
    return List.of(engine, runs, sources, orders);
  }

  @Override
  public void close() {
    engine.stop();
    threads.shutdown();
    try {
      if (!threads.awaitTermination(LAST_TASKS.toMillis(), TimeUnit.MILLISECONDS)) {
        log.info("{} tasks of flows are for another server", engine.executing());
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
