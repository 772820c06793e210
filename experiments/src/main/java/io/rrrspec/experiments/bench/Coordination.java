package io.rrrspec.experiments.bench;

import java.util.List;

/** What a slave waits for between two tasks. */
final class Coordination implements Measurement {
  private static final int TASKS = 20_000;
  private static final int PACED_TASKS = 2_000;
  private static final int PROCESS_TASKS = 300;
  private static final long PACE_MILLIS = 5;

  @Override
  public String name() {
    return "coordination";
  }

  @Override
  public String how() {
    return "From the end of a task to the start of the next (result reported, next task claimed),"
        + " for each task of 2 warm slave threads beside a real server on the same machine: "
        + TASKS
        + " tasks that do nothing, so that both slaves and the arbiter press Redis all the time,"
        + " and "
        + PACED_TASKS
        + " tasks of "
        + PACE_MILLIS
        + " ms. Round trips: 2 slave processes behind a proxy that counts how often a connection"
        + " sends after it has received; "
        + PROCESS_TASKS
        + " commands `true`, with start and registration.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    NoopRun busy = NoopRun.of(effort.tasks(TASKS), 2);
    List<NoopRun.Result> hard = effort.warmThenRepeat(() -> busy.on(redis, 1));
    NoopRun paced =
        NoopRun.of(effort.tasks(PACED_TASKS), 2).working(spec -> Pause.millis(PACE_MILLIS));
    List<NoopRun.Result> soft = effort.repeat(() -> paced.on(redis, 1));
    List<Double> trips = effort.repeat(() -> roundTrips(redis, effort.tasks(PROCESS_TASKS)));
    List<Double> ping = effort.repeat(() -> pingMillis(redis, effort.tasks(PACED_TASKS)));
    String slow = "tasks of " + PACE_MILLIS + " ms";
    return List.of(
        Figure.atMost(2, "round trips that a slave waits for, per task", "", trips),
        Figure.atMost(1, "coordination per task, p50, tasks of 0 ms", "ms", millis(hard, 0.5)),
        Figure.atMost(5, "coordination per task, p99, tasks of 0 ms", "ms", millis(hard, 0.99)),
        Figure.atMost(1, "coordination per task, p50, " + slow, "ms", millis(soft, 0.5)),
        Figure.atMost(5, "coordination per task, p99, " + slow, "ms", millis(soft, 0.99)),
        Figure.known("for comparison: PING after a pause of the same length, p99", "ms", ping));
  }

  private static List<Double> millis(List<NoopRun.Result> runs, double share) {
    return runs.stream()
        .map(run -> Figure.percentile(run.coordinationNanos(), share) / 1e6)
        .toList();
  }

  /** What the machine adds to the least that can be asked of Redis. */
  private static double pingMillis(BenchRedis redis, int count) {
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      Pause.millis(PACE_MILLIS);
      long start = System.nanoTime();
      redis.connection().commands().ping();
      nanos[i] = System.nanoTime() - start;
    }
    return Figure.percentile(nanos, 0.99) / 1e6;
  }

  private static double roundTrips(BenchRedis redis, int tasks) throws Exception {
    try (CountingProxy proxy = new CountingProxy(redis.url());
        RealCluster cluster = new RealCluster(redis, proxy.url())) {
      cluster.run(CommandRun.commands(tasks));
      return (double) proxy.roundTrips() / tasks;
    }
  }
}
