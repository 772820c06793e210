package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.FlowTransitions;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.WatchedRuns;
import io.rrrspec.common.store.WatchedRuns.WatchedRun;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ends tasks of flows when their runs end, and runs when their tasks do. Each server looks; what
 * two see, one of them does.
 */
final class RunWatch implements Actor {
  private static final Duration RENEW_EVERY = Duration.ofSeconds(30);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
  private static final int MOST_TOLD = 1_000;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Stores stores;
  private final FlowTransitions transitions;
  private final WatchedRuns watched;
  private final RunStarts starts;
  private final InstantSource clock;
  private final RedReason reason;

  /** When this server last renewed what waits for a run, or saw it first. */
  private final Map<String, Long> renewed = new HashMap<>();

  /** Runs whose first worker was told of. */
  private final Set<String> started = new HashSet<>();

  /** Runs whose ends were told since the last step. */
  private final Set<String> told = new HashSet<>();

  private long lookedNanos = System.nanoTime() - LOOK_EVERY.toNanos();

  /** Runs that were told to end. */
  private final Map<String, Long> cancelled = new HashMap<>();

  RunWatch(Stores stores, FlowTransitions transitions, RunStarts starts, InstantSource clock) {
    this.starts = starts;
    this.stores = stores;
    this.transitions = transitions;
    this.watched = new WatchedRuns(stores.redis(), transitions.keys());
    this.clock = clock;
    this.reason = new RedReason(stores);
  }

  @Override
  public String name() {
    return "flow-runs";
  }

  @Override
  public boolean step() {
    if (!told.isEmpty() && System.nanoTime() - lookedNanos < LOOK_EVERY.toNanos()) {
      watched.some(told).forEach(this::look);
      told.clear();
      return false;
    }
    told.clear();
    lookedNanos = System.nanoTime();
    Map<String, WatchedRun> runs = watched.all();
    renewed.keySet().retainAll(runs.keySet());
    cancelled.keySet().retainAll(runs.keySet());
    started.retainAll(runs.keySet());
    boolean ended = false;
    for (Map.Entry<String, WatchedRun> entry : runs.entrySet()) {
      ended |= look(entry.getKey(), entry.getValue());
    }
    return ended;
  }

  @Override
  public void await(Duration limit) {
    String list = FlowKeys.runsToldAt(stores.keys());
    stores
        .tasksets()
        .nextEnd(list, limit.compareTo(LOOK_EVERY) < 0 ? limit : LOOK_EVERY)
        .ifPresent(
            end -> {
              told.add(end);
              told.addAll(stores.tasksets().ends(list, MOST_TOLD));
            });
  }

  /** Whether a run is over. */
  private boolean look(String key, WatchedRun run) {
    Optional<Taskset> taskset = stores.tasksets().find(key);
    if (taskset.isEmpty()) {
      fail(key, run, "run " + Keys.lastPart(key) + " is gone", null, run.attempts(), false);
    } else if (taskset.get().status().isFinal()) {
      end(taskset.get(), run);
    } else {
      if (taskset.get().status() == TasksetStatus.RUNNING
          && !started.contains(key)
          && starts.started(run.task(), taskset.get())) {
        started.add(key);
      }
      boolean begins = run.beganMs() == 0 && taskset.get().status() == TasksetStatus.RUNNING;
      if (isActivated(taskset.get())) {
        renew(key, begins ? watched.began(key, run, clock.millis()) : run);
      }
      return false;
    }
    watched.remove(key);
    return true;
  }

  /**
   * Whether the service has it. If its task's server died before that, the task has to be executed
   * again, and so must not get more time.
   */
  private static boolean isActivated(Taskset run) {
    return run.status() != TasksetStatus.WAITING || run.taskCount() > 0;
  }

  private void renew(String key, WatchedRun run) {
    long now = clock.millis();
    if (run.isLate(now)) {
      cancel(key, now);
      return;
    }
    if (now - renewed.getOrDefault(key, 0L) < RENEW_EVERY.toMillis() && isWanted(run, key)) {
      return;
    }
    renewed.put(key, now);
    if (!transitions.extendRun(run.task(), key, RunTask.LEASE)) {
      // The flow was cancelled, or has failed elsewhere.
      cancel(key, now);
    }
  }

  private boolean isWanted(WatchedRun run, String key) {
    return transitions.isHeldBy(run.task(), key);
  }

  private void cancel(String key, long now) {
    // The message may be lost with the server that takes it.
    if (now - cancelled.getOrDefault(key, 0L) > RENEW_EVERY.toMillis()) {
      cancelled.put(key, now);
      stores.clients().cancel(key);
    }
  }

  private void end(Taskset taskset, WatchedRun run) {
    String key = taskset.key();
    ObjectNode summary =
        JsonNodeFactory.instance
            .objectNode()
            .put("run", Keys.lastPart(key))
            .put("status", taskset.status().text())
            .put("tasks", taskset.taskCount())
            .put("passed", taskset.succeededCount())
            .put("failed", taskset.failedCount());
    if (taskset.status() == TasksetStatus.SUCCEEDED) {
      transitions.succeedRun(run.task(), key, summary, taskset.cached());
      return;
    }
    boolean late = run.isLate(clock.millis());
    boolean unwanted = taskset.status() == TasksetStatus.CANCELLED;
    fail(
        key,
        run,
        "run "
            + Keys.lastPart(key)
            + (unwanted && late
                ? " took longer than " + run.limit().toSeconds() + " s"
                : " " + reason.of(taskset)),
        summary,
        // What somebody cancelled is not begun again.
        unwanted && !late ? 1 : run.attempts(),
        run.goesOn() && (late || !unwanted));
  }

  private void fail(
      String key,
      WatchedRun run,
      String message,
      @Nullable ObjectNode summary,
      int attempts,
      boolean goesOn) {
    ObjectNode error =
        JsonNodeFactory.instance.objectNode().put("name", "Error").put("message", message);
    if (summary != null) {
      error.set("summary", summary);
    }
    transitions.failRun(run.task(), key, error, attempts, PAUSE, goesOn);
  }
}
