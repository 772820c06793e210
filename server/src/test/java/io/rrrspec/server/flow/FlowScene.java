package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Engines on one namespace that are stepped by hand, with tasks in the thread of the test. */
final class FlowScene {
  static final FlowKeys KEYS = new FlowKeys("test:flow:");

  final TestRedis redis;
  final FlowStore store;
  final List<String> seen = new ArrayList<>();
  final List<FlowEngine> engines = new ArrayList<>();

  FlowScene(TestRedis redis) {
    this.redis = redis;
    this.store = new FlowStore(redis.connection(), KEYS);
  }

  FlowEngine engine(FlowType... types) {
    FlowEngine engine =
        new FlowEngine(
            redis.connection(), KEYS, List.of(types), Map.of("default", 4), Runnable::run, true);
    engines.add(engine);
    return engine;
  }

  /** Two engines with the same types. */
  void two(FlowType... types) {
    engine(types);
    engine(types);
  }

  static FlowStep product(Object... factors) {
    return FlowStep.task("multiply", factors);
  }

  /** A flow that was started, when nobody finds anything to do any more. */
  FlowState after(FlowStep root) {
    String id = store.start(root);
    settle();
    return find(id);
  }

  FlowType counter(int all, int atOnce) {
    return FlowType.iterator(
        "counter",
        (state, iterator) -> {
          int next = state == null ? 0 : state.asInt();
          seen.add("asked");
          if (next >= all) {
            return Iteration.END;
          }
          if (iterator.childrenCreated() - iterator.childrenFinished() > atOnce / 2) {
            return Iteration.NOTHING;
          }
          int last = Math.min(all, next + atOnce);
          return Iteration.more(
              IntNode.valueOf(last),
              IntStream.range(next, last).<FlowStep>mapToObj(i -> product(i)).toList());
        });
  }

  /** Numbers are multiplied; each call is noted. */
  FlowType multiply() {
    return FlowType.task(
        "multiply",
        task -> {
          int product = task.args().stream().mapToInt(JsonNode::asInt).reduce(1, (a, b) -> a * b);
          seen.add("multiply " + task.args() + " = " + product);
          return IntNode.valueOf(product);
        });
  }

  FlowType fail() {
    return FlowType.task(
            "fail",
            task -> {
              seen.add("fail");
              throw new IllegalStateException("on purpose");
            })
        .withPause(Duration.ZERO);
  }

  /** Until nobody finds anything to do any more. */
  void settle() {
    boolean did = true;
    for (int i = 0; did && i < 100_000; i++) {
      did = false;
      for (FlowEngine engine : engines) {
        did |= engine.tick();
        did |= engine.step();
      }
    }
  }

  FlowState find(String id) {
    return store.find(id).orElseThrow();
  }

  /** The names of all keys of flows, without the namespace. */
  List<String> keys() {
    return redis.connection().commands().keys(KEYS.namespace() + "*").stream()
        .map(key -> key.substring(KEYS.namespace().length()))
        .filter(key -> !key.equals("wake"))
        .sorted()
        .toList();
  }
}
