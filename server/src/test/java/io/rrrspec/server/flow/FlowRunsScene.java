package io.rrrspec.server.flow;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.FlowTransitions;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** Two servers that serve flows with runs, stepped by hand; the workers are the test. */
final class FlowRunsScene {
  final ServerScene scene;
  final Server server;
  final FlowStore flows;
  final FlowTransitions transitions;
  private final List<FlowEngine> engines = new ArrayList<>();
  private final List<RunWatch> watches = new ArrayList<>();

  FlowRunsScene(TestRedis redis) {
    scene = new ServerScene(redis);
    server = scene.server("a");
    FlowKeys keys = FlowKeys.ofService(scene.keys);
    flows = new FlowStore(scene.redis, keys);
    transitions = new FlowTransitions(scene.redis, keys);
    for (int i = 0; i < 2; i++) {
      engines.add(engine(Runnable::run));
      watches.add(new RunWatch(stores(), transitions, RunStarts.NOBODY, scene));
    }
  }

  private Stores stores() {
    return new Stores(scene.redis, scene.keys);
  }

  private FlowEngine engine(Executor executor) {
    return new FlowEngine(
        scene.redis,
        flows.keys(),
        FlowService.runTypes(stores(), transitions, scene),
        Map.of("default", 2),
        executor,
        false);
  }

  /** One with another connection to the same Redis. */
  FlowEngine engine(RedisConnection through) {
    Stores own = new Stores(through, scene.keys);
    return new FlowEngine(
        through,
        flows.keys(),
        FlowService.runTypes(own, new FlowTransitions(through, flows.keys()), scene),
        Map.of("default", 2),
        Runnable::run,
        false);
  }

  /** One that takes tasks and executes none. */
  FlowEngine engineThatDies() {
    return engine(lost -> {});
  }

  void settle() {
    // What the arbiter does is seen in the round after.
    int quiet = 0;
    for (int i = 0; quiet < 3 && i < 1_000; i++) {
      boolean did = false;
      for (FlowEngine engine : engines) {
        did |= engine.tick();
        did |= engine.step();
      }
      for (RunWatch watch : watches) {
        did |= watch.step();
      }
      ServerScene.step(server, "arbiter");
      quiet = did ? 0 : quiet + 1;
    }
  }

  FlowState find(String id) {
    return flows.find(id).orElseThrow();
  }

  /** The runs that go on. */
  List<String> active() {
    return scene.tasksets.active();
  }

  List<String> tasksOf(String run) {
    return scene.tasksets.tasks(run, 0, 100).stream().map(Task::specFile).toList();
  }

  /** As if all tasks of a run had passed. */
  void carryOutAll(String run) {
    scene.commands.del(Keys.tasksLeft(run));
    scene.commands.rpush(scene.keys.arbiterQueue(), "check\t" + run);
    scene.commands.hset(run, "succeeded_count", Long.toString(scene.tasksets.taskCount(run)));
    ServerScene.step(server, "arbiter");
  }
}
