package io.rrrspec.experiments.flow;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.experiments.bench.BenchRedis;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The same tasks under an engine of ours and under the npm package. Both are looked at from the
 * outside, by the state of the root.
 */
final class Race {
  /** How many children an iterator has at once; up to twice as many. */
  static final int AT_ONCE = 100;

  private static final int WARM_UP = 1_000;

  /** The npm package takes seconds for these. */
  private static final int NODE_WARM_UP = 50;

  private final BenchRedis redis;

  Race(BenchRedis redis) {
    this.redis = redis;
  }

  /** Tasks per second of our engine. */
  double java(FlowStep step, int tasks) throws InterruptedException {
    redis.clear();
    try (BenchEngine engine = new BenchEngine(redis, List.of(Types.noop(), Types.numbers()))) {
      awaitEnd(BenchEngine.KEYS, engine.store().start(iterator(WARM_UP)));
      long begin = System.nanoTime();
      awaitEnd(BenchEngine.KEYS, engine.store().start(step));
      return tasks / ((System.nanoTime() - begin) / 1e9);
    }
  }

  /** Tasks per second of the npm package. */
  double node(NodeProgram node, String step, int tasks) throws Exception {
    redis.clear();
    FlowKeys keys = new FlowKeys("node:flow:");
    try (NodeProgram.Running program = node.start(redis.url(), keys.namespace())) {
      awaitEnd(keys, program.run(nodeIterator(NODE_WARM_UP)));
      long begin = System.nanoTime();
      awaitEnd(keys, program.run(step));
      return tasks / ((System.nanoTime() - begin) / 1e9);
    }
  }

  static FlowStep iterator(int tasks) {
    return FlowStep.iterator("numbers", tasks, BenchEngine.POOL, "noop", AT_ONCE)
        .inPool(BenchEngine.POOL);
  }

  static String nodeIterator(int tasks) {
    return "{\"task\":\"numbers\",\"args\":["
        + tasks
        + ",\"bench\",\"noop\","
        + AT_ONCE
        + "],\"pool\":\"bench\"}";
  }

  static FlowStep group(int tasks) {
    return FlowStep.group(
            IntStream.range(0, tasks)
                .<FlowStep>mapToObj(i -> FlowStep.task("noop", i + 1).inPool(BenchEngine.POOL))
                .toList())
        .inPool(BenchEngine.POOL);
  }

  static String nodeGroup(int tasks) {
    return IntStream.range(0, tasks)
        .mapToObj(i -> "{\"task\":\"noop\",\"args\":[" + (i + 1) + "],\"pool\":\"bench\"}")
        .collect(Collectors.joining(",", "{\"group\":[", "],\"pool\":\"bench\"}"));
  }

  private void awaitEnd(FlowKeys keys, String id) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(15);
    while (!"\"finished\"".equals(redis.connection().commands().hget(keys.task(id), "state"))) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("the flow " + id + " does not end");
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }
}
