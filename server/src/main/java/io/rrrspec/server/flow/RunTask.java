package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.OutageException;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.Activation;
import io.rrrspec.common.store.FlowTransitions;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetCopies;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WatchedRuns;
import io.rrrspec.common.store.WatchedRuns.WatchedRun;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Starts a run, and ends with it. If who started the flow has created the run, its first attempt is
 * that one, and others are copies. The argument is an object:
 *
 * <ul>
 *   <li>{@code run}: the key of the taskset; or {@code request}: the run that is to be created, see
 *       {@link AskedRun}
 *   <li>{@code copy}: whether the run is a copy of that, however often it is tried
 *   <li>{@code from} and {@code count}: which tasks of it a copy has; all of them if they are
 *       missing
 *   <li>{@code queue}: the name of the queue that it is served from; may be missing
 *   <li>{@code limit_ms}: so long after its first worker it is cancelled, and has failed; may be
 *       missing
 *   <li>{@code attempts}: how often it is tried in all; 1 if it is missing
 *   <li>{@code goes_on}: whether the iterator goes on if the run is red; it counts red runs
 * </ul>
 */
final class RunTask implements FlowTask {
  /**
   * Its deadline is renewed while the run lives, so this bounds how long a dead server is missed.
   */
  static final Duration LEASE = Duration.ofMinutes(2);

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Stores stores;
  private final FlowTransitions transitions;
  private final WatchedRuns watched;
  private final InstantSource clock;
  private final UnaryOperator<JsonNode> read;

  RunTask(Stores stores, FlowTransitions transitions, InstantSource clock) {
    this(stores, transitions, clock, argument -> argument);
  }

  /**
   * Makes one whose argument says it otherwise.
   *
   * @param read makes the object of it
   */
  RunTask(
      Stores stores,
      FlowTransitions transitions,
      InstantSource clock,
      UnaryOperator<JsonNode> read) {
    this.read = read;
    this.stores = stores;
    this.transitions = transitions;
    this.watched = new WatchedRuns(stores.redis(), transitions.keys());
    this.clock = clock;
  }

  @Override
  public @Nullable JsonNode run(RunningTask task) {
    JsonNode wish = read.apply(task.args().get(0));
    Queue queue = queue(wish.path("queue").asText());
    String template = wish.path("run").asText();
    String wanted = template;
    if (wish.has("request")) {
      wanted = create(wish.get("request"), task.state(), queue);
    } else if (task.retries() > 0 || wish.path("copy").asBoolean()) {
      wanted =
          new TasksetCopies(stores.redis(), stores.keys())
              .createLike(template, part(template, wish), clock.instant())
              .orElse(template);
    }
    String run = transitions.noteRun(task.id(), task.deadline(), task.retries(), wanted);
    if (run == null) {
      // Somebody else executes it by now.
      task.detach();
      return null;
    }
    WatchedRun how =
        new WatchedRun(
            task.id(),
            0,
            Duration.ofMillis(wish.path("limit_ms").asLong()),
            wish.path("attempts").asInt(1),
            wish.path("goes_on").asBoolean());
    while (!begin(task, run, how, queue)) {
      pause();
    }
    task.detach();
    return null;
  }

  /**
   * Activates a run that is noted. To do so twice is harmless, and nobody else does it before the
   * time of this execution is over. So an outage of Redis is waited for.
   *
   * @return false to try it again
   */
  private boolean begin(RunningTask task, String run, WatchedRun how, @Nullable Queue queue) {
    TasksetStore tasksets = stores.tasksets();
    try {
      if (tasksets.find(run).isEmpty()) {
        throw new IllegalStateException(
            "the run is gone: a step must begin within a week, start the flow again");
      }
      // Before it is activated: a run whose result is given is over at once, and its end is told
      // once.
      watched.add(run, how);
      tasksets.activate(
          run, Math.toIntExact(tasksets.taskCount(run)), new Activation(queue, null, null));
      task.extend(LEASE);
      return true;
    } catch (RuntimeException e) {
      if (!Outage.isCauseOf(e) || task.isLate()) {
        throw e;
      }
      return false;
    }
  }

  /** The engine ends it when the time of the execution is over. */
  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OutageException("Redis", "it did not serve in time", e);
    }
  }

  private String create(JsonNode request, FlowState task, @Nullable Queue queue) {
    Optional<String> args = AskedRun.argsFile(request);
    String run =
        stores
            .tasksets()
            .create(
                AskedRun.of(request, task, FlowKeys.runsToldAt(stores.keys()), queue),
                clock.instant());
    args.ifPresent(json -> stores.commandFiles().args(run, json));
    return run;
  }

  /** The tasks that a copy has; null: all. */
  private @Nullable List<String> part(String template, JsonNode wish) {
    return wish.has("count")
        ? stores
            .tasksets()
            .tasks(template, wish.path("from").asLong(), wish.path("count").asInt())
            .stream()
            .map(Task::specFile)
            .toList()
        : null;
  }

  private @Nullable Queue queue(String name) {
    QueueSetup setup = stores.queues().read().setup();
    return name.isEmpty() ? null : setup.get(name);
  }
}
