package io.rrrspec.experiments.bench;

import io.rrrspec.common.store.TasksetStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import redis.clients.jedis.resps.Slowlog;

/** How long each script keeps Redis from doing anything else. */
final class Scripts implements Measurement {
  private static final int TASKS = 5_000;

  @Override
  public String name() {
    return "scripts";
  }

  @Override
  public String how() {
    return "Every call of 20 µs or more of every script in a run of "
        + TASKS
        + " tasks that do nothing, 8 slave threads, one server, from creation to expiry, by SLOWLOG:"
        + " here the spread is over the calls of all repeats. It counts time, also while the machine did something"
        + " else; the single commands at the end show how much of that there was.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    int tasks = effort.tasks(TASKS);
    NoopRun.of(tasks, 8).on(redis, 1);
    Map<String, List<Double>> millis = new TreeMap<>();
    for (int i = 0; i < effort.repeats(); i++) {
      redis.logShortCalls(true);
      try {
        NoopRun.Result run = NoopRun.of(tasks, 8).on(redis, 1);
        new TasksetStore(redis.connection(), redis.keys())
            .expire(run.taskset(), Duration.ofDays(1));
        for (Slowlog call : redis.slowCalls()) {
          String name = SlowCall.isScript(call) ? SlowCall.name(call) : "single commands";
          if (!name.isEmpty()) {
            millis
                .computeIfAbsent(name, n -> new ArrayList<>())
                .add(call.getExecutionTime() / 1000.0);
          }
        }
      } finally {
        redis.logShortCalls(false);
      }
    }
    List<Double> single = millis.remove("single commands");
    List<Figure> figures = new ArrayList<>();
    millis.forEach(
        (name, calls) -> {
          double p99 =
              Figure.percentile(
                  calls.stream().mapToDouble(Double::doubleValue).sorted().toArray(), 0.99);
          figures.add(
              Figure.atMost(
                  5,
                  name + ", " + calls.size() + " calls, p99 " + Figure.number(p99) + " ms",
                  "ms",
                  calls));
        });
    if (single != null) {
      figures.add(
          Figure.known(
              "single commands of 20 µs or more, " + single.size() + " calls", "ms", single));
    }
    return figures;
  }
}
