package io.rrrspec.experiments.bench;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** A real run of many short commands. */
final class CommandRun implements Measurement {
  private static final int TASKS = 5_000;
  private static final int COUNTED = 500;

  @Override
  public String name() {
    return "command-run";
  }

  @Override
  public String how() {
    return TASKS
        + " commands `true` on a real worker with 2 slave processes, from activation until the"
        + " client is told; commands to Redis counted as above in a run of "
        + COUNTED
        + ", heartbeats and the starting of slaves with it. Compared with "
        + "`setsid /bin/bash -c true` started by as many threads from Java, nothing else.";
  }

  /** Commands that do nothing and are all different, as the tasks of a taskset must be. */
  static String[] commands(int count) {
    return IntStream.range(0, count).mapToObj(i -> "true " + i).toArray(String[]::new);
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    int tasks = effort.tasks(TASKS);
    List<Double> seconds =
        effort.repeat(
            () -> {
              try (RealCluster cluster = new RealCluster(redis, redis.url())) {
                return cluster.run(commands(tasks)).seconds();
              }
            });
    List<Double> counted =
        effort.repeat(
            () -> {
              try (RealCluster cluster = new RealCluster(redis, redis.url());
                  Monitor monitor = Monitor.start(redis)) {
                cluster.run(commands(effort.tasks(COUNTED)));
                var counts = monitor.stop();
                System.err.println("  real processes: " + counts);
                return (double) Monitor.sum(counts) / effort.tasks(COUNTED);
              }
            });
    List<Double> bare = effort.repeat(() -> bareSeconds(tasks));
    return List.of(
        Figure.known(Figure.number(tasks) + " commands `true`, 2 slave processes", "s", seconds),
        Figure.known("the same, per task", "ms", perTask(seconds, tasks)),
        Figure.known("starting the same processes from Java, per task", "ms", perTask(bare, tasks)),
        Figure.known(
            "commands to Redis per task, everything from creation to the client's reading",
            "",
            counted));
  }

  private static List<Double> perTask(List<Double> seconds, int tasks) {
    return seconds.stream().map(s -> s * 1000 / tasks).toList();
  }

  private static double bareSeconds(int tasks) throws InterruptedException {
    long start = System.nanoTime();
    List<Thread> threads =
        IntStream.range(0, RealCluster.SLAVES)
            .mapToObj(i -> new Thread(() -> startProcesses(tasks / RealCluster.SLAVES)))
            .toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    return NoopRun.seconds(start);
  }

  private static void startProcesses(int count) {
    for (int i = 0; i < count; i++) {
      try {
        new ProcessBuilder("setsid", "/bin/bash", "-c", "true").start().onExit().join();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }
}
