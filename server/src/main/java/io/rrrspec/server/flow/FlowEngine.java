package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep.Kind;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.RareLine;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.CronStarts;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.FlowTransitions;
import io.rrrspec.common.store.FlowTransitions.Command;
import io.rrrspec.common.store.FlowTransitions.Event;
import io.rrrspec.common.store.FlowTransitions.Failure;
import io.rrrspec.common.store.FlowTransitions.Taken;
import io.rrrspec.common.store.FlowTransitions.Took;
import io.rrrspec.common.store.FlowTransitions.Worked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes tasks of pools, and carries out the commands between tasks. Several engines, of this and
 * of the other implementation, serve one namespace.
 */
public final class FlowEngine implements Actor {
  private static final Logger log = LoggerFactory.getLogger(FlowEngine.class);

  /** How many commands one script carries out. */
  private static final int COMMANDS = 100;

  private static final int DUE = 200;

  /** The other implementation announces nothing, so it is looked for so often. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final FlowTransitions transitions;
  private final FlowStore store;
  private final Map<String, FlowType> types;
  private final Map<String, Kind> kinds = new LinkedHashMap<>();
  private final Map<String, Duration> limits = new LinkedHashMap<>();
  private final Map<String, Integer> pools;
  private final Map<String, AtomicInteger> running = new HashMap<>();
  private final Map<RunningTask, Execution> executions = new ConcurrentHashMap<>();
  private final List<CronClock> clocks = new ArrayList<>();
  private final Executor threads;
  private final List<Consumer<Event>> listeners = new CopyOnWriteArrayList<>();
  private final RareLine unreadable =
      new RareLine(
          (count, first) ->
              log.warn(
                  "{} dropped that nobody can read, the first of them: {}",
                  count == 1 ? "1 command was" : count + " commands were",
                  first));
  private long ticked = System.nanoTime() - LOOK_EVERY.toNanos();
  private final boolean shared;
  private boolean moreDue;
  private volatile boolean stopped;

  /** Whether nobody has a flow: then there is nothing to look for until somebody says so. */
  private boolean idle;

  /**
   * Makes an engine.
   *
   * @param types that it knows besides {@code chain} and {@code group}; tasks of others are left to
   *     other engines
   * @param pools that it serves, each with how many of its tasks this engine executes at once; 1 or
   *     more
   * @param threads where tasks are executed: as many at once as all pools together
   * @param shared whether others add tasks who announce nothing
   */
  public FlowEngine(
      RedisConnection redis,
      FlowKeys keys,
      List<FlowType> types,
      Map<String, Integer> pools,
      Executor threads,
      boolean shared) {
    this.transitions = new FlowTransitions(redis, keys);
    this.store = new FlowStore(redis, keys);
    this.types = new HashMap<>();
    add(FlowType.operator("chain", Kind.CHAIN));
    add(FlowType.operator("group", Kind.GROUP));
    add(FlowType.operator("sequence", Kind.SEQUENCE));
    types.forEach(this::add);
    CronStarts starts = new CronStarts(redis, keys);
    for (FlowType type : types) {
      if (type.cron() != null) {
        clocks.add(new CronClock(starts, type.name(), type.cron()));
      }
    }
    this.pools = Map.copyOf(pools);
    pools.keySet().forEach(pool -> running.put(pool, new AtomicInteger()));
    this.threads = threads;
    this.shared = shared;
  }

  private void add(FlowType type) {
    if (types.put(type.name(), type) != null) {
      throw new IllegalArgumentException("two types are called " + type.name());
    }
    kinds.put(type.name(), type.kind());
    if (type.kind() == Kind.TASK) {
      limits.put(type.name(), type.limit());
    }
  }

  /** Has somebody told of ends and of progress that this engine sees; on a thread of the engine. */
  public void listen(Consumer<Event> listener) {
    listeners.add(listener);
  }

  @Override
  public String name() {
    return "flows";
  }

  @Override
  public boolean step() {
    boolean did = false;
    for (CronClock clock : clocks) {
      did |= clock.look();
    }
    // What it has started wakes this engine, too.
    if (moreDue || System.nanoTime() - ticked >= LOOK_EVERY.toNanos()) {
      ticked = System.nanoTime();
      did |= tick();
    }
    if (idle) {
      return false;
    }
    for (String pool : pools.keySet()) {
      did |= work(pool);
      did |= take(pool);
    }
    return did;
  }

  /** Looks after what is due, at once. */
  boolean tick() {
    executions.values().forEach(Execution::endIfLate);
    long due = transitions.tick(List.copyOf(pools.keySet()), DUE);
    idle = due < 0 && !shared;
    // Else what ends faster than that would be forgotten too slowly.
    moreDue = due >= DUE;
    return store.goOnCancelling() || due > 0;
  }

  @Override
  public void await(Duration limit) {
    Duration wait = idle || limit.compareTo(LOOK_EVERY) < 0 ? limit : LOOK_EVERY;
    if (transitions.awaitWake(wait)) {
      idle = false;
    }
  }

  /** Takes no more tasks; what is executed goes on. */
  public void stop() {
    stopped = true;
  }

  /** How many tasks this engine executes now. */
  public int executing() {
    return executions.size();
  }

  private void tell(Event event) {
    listeners.forEach(listener -> listener.accept(event));
  }

  boolean work(String pool) {
    Worked worked = transitions.work(pool, COMMANDS, kinds);
    unreadable.add(worked.bad());
    worked.events().forEach(this::tell);
    Map<String, List<Command>> asked = new LinkedHashMap<>();
    for (Command command : worked.commands()) {
      switch (command.order()) {
        case ITERATE -> asked.computeIfAbsent(command.id(), id -> new ArrayList<>()).add(command);
        case ERROR -> fail(command, FlowTransitions.errorOf(command));
        case FAILED -> fail(command, failureOf(command));
        case SKIP -> transitions.cancelRest(command);
        case ORPHAN -> transitions.cancelOrphan(command);
      }
    }
    asked.values().forEach(this::iterate);
    return worked.done() > 0;
  }

  private String failureOf(Command command) {
    return store
        .find(command.id())
        .map(sequence -> sequence.fields().get("failed"))
        .orElseGet(() -> JsonText.of(FlowErrors.of("a step failed")));
  }

  private void fail(Command command, String error) {
    Event end = transitions.failOperator(command, error);
    if (end != null) {
      tell(end);
    }
  }

  /**
   * Asks an iterator for more, as often as children have ended, but not again once it has nothing:
   * its figures are those after the last of these ends.
   */
  private void iterate(List<Command> commands) {
    for (int i = 0; i < commands.size(); i++) {
      Optional<FlowState> found = store.find(commands.get(i).id());
      if (found.isEmpty() || found.get().state() != FlowState.State.IDLE) {
        transitions.dismiss(commands.subList(i, commands.size()));
        return;
      }
      if (!iterate(commands.get(i), found.get())) {
        transitions.dismiss(commands.subList(i + 1, commands.size()));
        return;
      }
    }
  }

  /** Returns whether it is of use to ask it again at once. */
  private boolean iterate(Command command, FlowState iterator) {
    FlowType type = Objects.requireNonNull(types.get(iterator.type()));
    Iteration answer;
    try {
      answer = Objects.requireNonNull(type.iterator()).next(iterator.iteratorState(), iterator);
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      if (!(e instanceof InterruptedException || Outage.isCauseOf(e))) {
        failed(command, iterator, type, e);
      }
      // Else the command stays locked, and is carried out again.
      return true;
    }
    JsonNode next = answer.state();
    if (answer.error() != null) {
      fail(command, JsonText.of(FlowErrors.of(answer.error())));
      return false;
    }
    if (answer.over()) {
      if (transitions.iterateEnd(command, iterator)) {
        tell(new Event(iterator.id(), iterator.uid(), true, 0, 0));
      }
      return false;
    }
    if (next == null) {
      transitions.iterateNothing(command, iterator);
      return false;
    }
    if (JsonText.of(next).equals(text(iterator.iteratorState()))) {
      fail(
          command,
          JsonText.of(
              FlowErrors.of("the iterator " + type.name() + " made children and kept its state")));
    } else {
      transitions.iterateMore(command, iterator, next, answer.children());
    }
    return true;
  }

  private static @Nullable String text(@Nullable JsonNode state) {
    return state == null ? null : JsonText.of(state);
  }

  private void failed(Command command, FlowState iterator, FlowType type, Exception e) {
    log.warn("iterator {} ({}) failed: {}", iterator.id(), type.name(), e.toString());
    if (iterator.retries() + 1 < type.attempts()) {
      transitions.iterateAgain(command, iterator, type.pause());
    } else {
      fail(command, JsonText.of(FlowErrors.of(e)));
    }
  }

  boolean take(String pool) {
    AtomicInteger count = Objects.requireNonNull(running.get(pool));
    int free = Objects.requireNonNull(pools.get(pool)) - count.get();
    if (stopped || free <= 0 || limits.isEmpty()) {
      return false;
    }
    Took took = transitions.take(pool, Math.min(free, COMMANDS), limits);
    took.events().forEach(this::tell);
    for (Taken taken : took.tasks()) {
      FlowType type = Objects.requireNonNull(types.get(taken.state().type()));
      RunningTask task =
          new RunningTask(transitions, this::tell, taken, type, limitOf(taken, type));
      Execution execution = new Execution(task, count, Objects.requireNonNull(pools.get(pool)));
      executions.put(task, execution);
      count.incrementAndGet();
      try {
        threads.execute(execution.thread);
      } catch (RejectedExecutionException e) {
        // The process ends: the task is executed by another one when its time is over.
        execution.leave();
      }
    }
    return !took.tasks().isEmpty() || !took.events().isEmpty();
  }

  private static Duration limitOf(Taken taken, FlowType type) {
    JsonNode own = taken.state().find("timeout");
    return own == null ? type.limit() : Duration.ofMillis(own.asLong());
  }

  /** A task on its thread. */
  private final class Execution {
    private final RunningTask task;
    private final AtomicInteger count;
    private final int limit;
    private final FutureTask<Void> thread = new FutureTask<>(this::run, null);
    private boolean left;

    Execution(RunningTask task, AtomicInteger count, int limit) {
      this.task = task;
      this.count = count;
      this.limit = limit;
    }

    private void run() {
      try {
        JsonNode result = Objects.requireNonNull(task.type().body()).run(task);
        if (!task.isDetached() && transitions.succeed(task.id(), task.deadline(), result)) {
          tell(new Event(task.id(), task.uid(), true, 0, 0));
        }
      } catch (Throwable e) {
        // If its time is over, somebody else executes it by now; if Redis is away, somebody will.
        if (!thread.isCancelled() && !task.isDetached() && !Outage.isCauseOf(e)) {
          end(e);
        }
      } finally {
        leave();
      }
    }

    private void end(Throwable e) {
      try {
        FlowState state = task.state();
        JsonNode attempts = state.find("retry");
        JsonNode pause = state.find("retryDelay");
        Failure failure =
            transitions.fail(
                task.id(),
                task.deadline(),
                FlowErrors.of(e),
                attempts == null ? task.type().attempts() : attempts.asInt(),
                pause == null ? task.type().pause() : Duration.ofMillis(pause.asLong()));
        log.debug("task {} ({}) failed: {}", task.id(), task.type().name(), failure, e);
        if (failure == Failure.END) {
          tell(new Event(task.id(), task.uid(), true, 0, 0));
        }
      } catch (RuntimeException away) {
        log.warn(
            "the end of task {} is for another server to find: {}", task.id(), away.toString());
      }
    }

    private synchronized void leave() {
      if (!left) {
        left = true;
        executions.remove(task);
        if (count.getAndDecrement() == limit) {
          // There was no room for another one, and now there is.
          transitions.wake();
        }
      }
    }

    void endIfLate() {
      if (task.isLate()) {
        thread.cancel(true);
        leave();
      }
    }
  }
}
