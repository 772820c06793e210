package io.rrrspec.experiments.bench;

import java.util.ArrayList;
import java.util.List;

/** What slaves cost that wait for the last task of a run. */
final class Idle implements Measurement {
  private static final int WORKERS = 50;
  private static final int SLAVES_EACH = 10;
  private static final int SECONDS = 30;

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public String how() {
    return "One taskset runs, one slave holds its only task, "
        + (WORKERS * SLAVES_EACH - 1)
        + " others (threads, each with its own connection, on "
        + WORKERS
        + " workers) wait as slaves do: claim, BLPOP of 5 to 10 s, claim. Processor time of Redis"
        + " over "
        + SECONDS
        + " s: of an empty one, with the waiting slaves alone, with the workers' heartbeats, and"
        + " with a server and its watchdog.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    List<Double> empty = new ArrayList<>();
    List<Double> waiting = new ArrayList<>();
    List<Double> beating = new ArrayList<>();
    List<Double> served = new ArrayList<>();
    long millis = effort.tasks(SECONDS) * 1000L;
    for (int i = 0; i < effort.repeats(); i++) {
      redis.clear();
      empty.add(percent(redis, millis));
      one(redis, millis, waiting, beating, served);
    }
    return List.of(
        Figure.known("an empty Redis: its own housekeeping", "% of a core", empty),
        Figure.atMost(1, "500 slaves that wait", "% of a core", waiting),
        Figure.atMost(1, "… with the heartbeats of 50 workers", "% of a core", beating),
        Figure.atMost(1, "… and a server with its watchdog", "% of a core", served));
  }

  private static void one(
      BenchRedis redis,
      long millis,
      List<Double> waiting,
      List<Double> beating,
      List<Double> served)
      throws Exception {
    try (WaitingSlaves slaves = new WaitingSlaves(redis, WORKERS, SLAVES_EACH)) {
      try (Servers servers = new Servers(redis, 1)) {
        slaves.start();
        // The first wave of claims and of waiting is over.
        Pause.millis(12_000);
        served.add(percent(redis, millis));
      }
      beating.add(percent(redis, millis));
      slaves.beatOnceForLong();
      waiting.add(percent(redis, millis));
    }
  }

  static double percent(BenchRedis redis, long millis) {
    double cpu = redis.cpuSeconds();
    long start = System.nanoTime();
    Pause.millis(millis);
    return 100 * (redis.cpuSeconds() - cpu) / NoopRun.seconds(start);
  }
}
