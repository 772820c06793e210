package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An engine on threads of its own, with the types that the Node program has, too. */
final class JavaPeer implements AutoCloseable {
  final List<String> executed = new CopyOnWriteArrayList<>();
  private final RedisConnection redis;
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final Loop loop;

  JavaPeer(TestRedis redis, FlowKeys keys, String pool) {
    this.redis = RedisConnection.open(redis.url(), 12);
    this.loop =
        Loop.start(
            new FlowEngine(this.redis, keys, types(), Map.of(pool, 8), threads, true),
            Duration.ofMillis(500));
  }

  private List<FlowType> types() {
    return List.of(
        FlowType.task(
                "multiply",
                task -> {
                  executed.add("multiply " + task.args());
                  return IntNode.valueOf(product(task.args()));
                })
            .withPause(Duration.ofMillis(100)),
        FlowType.task(
                "fail",
                task -> {
                  throw new IllegalStateException("on purpose in Java");
                })
            .withPause(Duration.ofMillis(10)),
        FlowType.task(
                "slow",
                task -> {
                  executed.add("slow");
                  Thread.sleep(task.args().get(0).asInt());
                  return task.args().get(0);
                })
            .withLimit(Duration.ofSeconds(8))
            .withAttempts(5)
            .withPause(Duration.ofMillis(100)),
        FlowType.task("echo", task -> task.args().get(0)),
        FlowType.iterator(
            "numbers",
            (state, iterator) -> {
              int all = iterator.args().get(0).asInt();
              int begun = state == null ? 0 : state.asInt();
              int batch = iterator.args().get(3).asInt();
              if (begun == all) {
                return Iteration.END;
              }
              if (iterator.childrenCreated() - iterator.childrenFinished() >= batch) {
                return Iteration.NOTHING;
              }
              List<FlowStep> children = new ArrayList<>();
              for (int i = begun; i < Math.min(all, begun + batch); i++) {
                children.add(
                    FlowStep.task(iterator.args().get(2).asText(), i + 1)
                        .inPool(iterator.args().get(1).asText()));
              }
              return Iteration.more(IntNode.valueOf(begun + children.size()), children);
            }));
  }

  private static int product(Iterable<JsonNode> factors) {
    int product = 1;
    for (JsonNode factor : factors) {
      product *= factor.isArray() ? product(factor) : factor.asInt();
    }
    return product;
  }

  @Override
  public void close() {
    loop.close();
    threads.shutdownNow();
    redis.close();
  }
}
