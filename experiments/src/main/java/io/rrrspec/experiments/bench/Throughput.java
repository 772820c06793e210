package io.rrrspec.experiments.bench;

import java.util.ArrayList;
import java.util.List;

/** How many tasks one Redis can coordinate. */
final class Throughput implements Measurement {
  private static final int TASKS = 50_000;
  private static final int[] SLAVES = {2, 4, 8, 16};
  private static final int MOST_SERVERS = 2;

  @Override
  public String name() {
    return "throughput";
  }

  @Override
  public String how() {
    return TASKS
        + " tasks that do nothing, claimed, finished and judged; 2 to 16 slave threads with one and"
        + " two servers; from activation until the client is told of the end. The best split has"
        + " the budget beside it. Redis, servers and slaves share the machine, so the processor"
        + " time of Redis per task (INFO cpu) says what a Redis with a core of its own can do.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    int tasks = effort.tasks(TASKS);
    NoopRun.of(tasks, 4).on(redis, 1);
    List<Figure> figures = new ArrayList<>();
    Figure best = null;
    for (int servers = 1; servers <= MOST_SERVERS; servers++) {
      for (int slaves : SLAVES) {
        NoopRun run = NoopRun.of(tasks, slaves);
        int count = servers;
        List<NoopRun.Result> results = effort.repeat(() -> run.on(redis, count));
        String split = slaves + " slaves, " + servers + (servers == 1 ? " server" : " servers");
        System.err.println("  " + split);
        List<Double> rate = results.stream().map(r -> tasks / r.runSeconds()).toList();
        Figure figure =
            Figure.atLeast(10_000, "claim + finish + judge, best split: " + split, "tasks/s", rate);
        figures.add(Figure.known("the same, " + split, "tasks/s", rate));
        if (best == null || figure.median() > best.median()) {
          best = figure;
        }
        if (servers == 1 && slaves == 4) {
          List<Double> core = results.stream().map(r -> tasks / r.redisCpuSeconds()).toList();
          figures.add(
              Figure.known("tasks per second of Redis's processor, " + split, "tasks/s", core));
        }
      }
    }
    if (best != null) {
      figures.add(0, best);
    }
    return figures;
  }
}
