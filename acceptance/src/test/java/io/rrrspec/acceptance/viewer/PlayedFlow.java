package io.rrrspec.acceptance.viewer;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import io.rrrspec.acceptance.viewer.PlayedRun.Work;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.FlowTree;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.flow.FlowService;
import io.rrrspec.server.flow.FlowStarts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A flow that a real server carries out, with runs whose workers are played. */
final class PlayedFlow implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RedisConnection redis;
  private final Keys keys;
  private final String id;
  private final Stores stores;
  private final FlowStore flows;
  private final FlowService service;
  private final List<Actor> actors;
  private int workers;

  PlayedFlow(RedisConnection redis, Keys keys, String id) {
    this.redis = redis;
    this.keys = keys;
    this.id = id;
    this.stores = new Stores(redis, keys);
    FlowKeys flowKeys = FlowKeys.ofService(keys);
    this.flows = stores.flows(flowKeys);
    this.service = new FlowService(stores, flowKeys, FlowStarts.none(), InstantSource.system());
    this.actors = service.actors();
  }

  String id() {
    return id;
  }

  /** A step that runs classes; its run is created at once, as the client does it. */
  FlowStep step(String name, String... classes) {
    return FlowStep.task("taskset", Map.of("run", created(classes))).with("title", name);
  }

  /** A step that runs a class again and again, two runs at a time. */
  FlowStep repeated(String name, int times, String specFile) {
    Map<String, Object> args = new HashMap<>(Map.of("run", created(specFile), "tasks", 1));
    args.put("times", times);
    return FlowStep.iterator("runs", args).withTotal(times).with("title", name);
  }

  private String created(String... classes) {
    TasksetRequest like = aTaskset().withTasks(classes).maxTrials(1).request();
    TasksetRequest request =
        new TasksetRequest(
            "flow-" + id,
            like.setupCommand(),
            like.slaveCommand(),
            like.workerType(),
            like.maxWorkers(),
            like.maxTrials(),
            "shop",
            like.unknownSpecTimeoutSec(),
            like.leastTimeoutSec(),
            like.runner(),
            "anna",
            FlowKeys.runsToldAt(keys),
            like.tasks(),
            like.extras());
    return stores.tasksets().create(request, Instant.now());
  }

  static FlowStep group(String name, FlowStep... steps) {
    return FlowStep.group(List.of(steps)).with("title", name);
  }

  static FlowStep chain(String name, FlowStep... steps) {
    return FlowStep.chain(List.of(steps)).with("title", name);
  }

  /** Starts it. */
  void start(String name, FlowStep root) {
    flows.start(
        root.withId(id)
            .with("title", name)
            .with("user", "anna")
            .with("started_ms", System.currentTimeMillis()));
  }

  private <T> T await(String what, Supplier<@Nullable T> look) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - end < 0) {
      actors.forEach(Actor::step);
      T seen = look.get();
      if (seen != null) {
        return seen;
      }
    }
    throw new IllegalStateException(what + " does not come");
  }

  private @Nullable FlowState find(String path) {
    return flows
        .find(id)
        .flatMap(
            root ->
                FlowTree.read(flows, root).steps().stream()
                    .filter(step -> step.path().equals(path) && step.depth() > 0)
                    .map(FlowTree.Step::state)
                    .findFirst())
        .orElse(null);
  }

  /** Waits until a step has begun, and until a worker has its run. */
  PlayedRun begun(String path) {
    PlayedRun run = new PlayedRun(redis, keys, runOf(path));
    run.workerComes("w" + workers++, "");
    return run;
  }

  /** Waits until a step has begun; returns the key of its run. */
  String runOf(String path) {
    return await(
        path,
        () -> {
          FlowState state = find(path);
          String run = state == null ? "" : state.text("run");
          return run.isEmpty() || !stores.tasksets().active().contains(run) ? null : run;
        });
  }

  /** Waits until a step stands there. */
  void await(String path, StepStatus status) {
    await(
        path + " " + status,
        () -> {
          FlowState state = find(path);
          return state != null && StepStatus.of(state) == status ? state : null;
        });
  }

  /** Waits until so many of its runs are done. */
  void awaitDone(int runs) {
    await(runs + " runs", () -> flows.find(id).filter(f -> f.progress() == runs).orElse(null));
  }

  /** Waits until it is over. */
  void awaitEnd() {
    await("the end", () -> flows.find(id).filter(FlowState::isFinished).orElse(null));
  }

  /** Ends a class of a run. */
  static void end(PlayedRun run, boolean good) {
    Work work = run.begin();
    TrialStatus status = good ? TrialStatus.PASSED : TrialStatus.FAILED;
    CaseResult test =
        new CaseResult(
            work.specFile(),
            "adds",
            good ? CaseResult.Outcome.PASSED : CaseResult.Outcome.FAILED,
            7,
            good ? null : "expected: <2> but was: <3>",
            good ? null : "java.lang.AssertionError",
            good ? null : "java.lang.AssertionError: expected: <2> but was: <3>");
    run.end(
        work,
        new TrialResult(status, "", "", good ? 1 : 0, 0, good ? 0 : 1, List.of(test), null, 0));
  }

  /** Plays a step of so many classes to its end. */
  void finish(String path, int classes, boolean good) {
    PlayedRun run = begun(path);
    for (int i = 0; i < classes; i++) {
      end(run, good || i > 0);
    }
    run.workerLeaves();
    await(path, good ? StepStatus.SUCCEEDED : StepStatus.FAILED);
  }

  @Override
  public void close() {
    service.close();
  }
}
