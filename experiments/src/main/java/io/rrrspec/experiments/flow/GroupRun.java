package io.rrrspec.experiments.flow;

import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.experiments.bench.BenchRedis;
import io.rrrspec.experiments.bench.SlowCall;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import redis.clients.jedis.resps.Slowlog;

/** One group whose members do nothing, from the call that starts it to its end. */
final class GroupRun {
  private GroupRun() {}

  /**
   * What was found.
   *
   * @param start seconds of the call that writes the group
   * @param all seconds from before that call to the group's end
   * @param redis seconds of processor time that Redis used
   * @param longest the longest call of each script that took more than 5 ms, in ms
   */
  record Sample(double start, double all, double redis, Map<String, Double> longest) {}

  static Sample run(BenchRedis redis, int members) throws InterruptedException {
    redis.clear();
    List<FlowStep> steps =
        IntStream.range(0, members)
            .<FlowStep>mapToObj(i -> FlowStep.task("noop", i + 1).inPool(BenchEngine.POOL))
            .toList();
    FlowStep group = FlowStep.group(steps).inPool(BenchEngine.POOL).withId("group");
    System.gc();
    try (BenchEngine engine = new BenchEngine(redis, List.of(Types.noop()))) {
      engine.announce("group");
      double processor = redis.cpuSeconds();
      long begin = System.nanoTime();
      engine.store().start(group);
      double start = (System.nanoTime() - begin) / 1e9;
      double all = (engine.awaitEnd("group") - begin) / 1e9;
      return new Sample(start, all, redis.cpuSeconds() - processor, longest(redis));
    }
  }

  private static Map<String, Double> longest(BenchRedis redis) {
    Map<String, Double> longest = new TreeMap<>();
    for (Slowlog call : redis.slowCalls()) {
      String name = SlowCall.name(call);
      if (!name.isEmpty()) {
        longest.merge(name, call.getExecutionTime() / 1e3, Math::max);
      }
    }
    return longest;
  }
}
