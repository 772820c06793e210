package io.rrrspec.experiments.bench;

import java.util.ArrayList;
import java.util.List;

/** More slaves than most fleets have, all waiting for the last task of a run. */
final class Crowd implements Measurement {
  private static final int WORKERS = 50;
  private static final int SLAVES_EACH = 40;
  private static final int SECONDS = 20;
  private static final long LONGEST_END_MILLIS = 30_000;

  @Override
  public String name() {
    return "crowd";
  }

  @Override
  public String how() {
    return "As idle, with "
        + WORKERS * SLAVES_EACH
        + " slaves on "
        + WORKERS
        + " workers, their heartbeats and a server, for "
        + SECONDS
        + " s. Then the last task ends: until each slave has been told.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    List<Double> errors = new ArrayList<>();
    List<Double> load = new ArrayList<>();
    List<Double> told = new ArrayList<>();
    for (int i = 0; i < effort.repeats(); i++) {
      redis.clear();
      try (Servers servers = new Servers(redis, 1);
          WaitingSlaves slaves = new WaitingSlaves(redis, WORKERS, SLAVES_EACH)) {
        slaves.start();
        Pause.millis(12_000);
        load.add(Idle.percent(redis, effort.tasks(SECONDS) * 1000L));
        long start = System.nanoTime();
        slaves.end();
        while (slaves.running() > 0 && NoopRun.seconds(start) * 1000 < LONGEST_END_MILLIS) {
          Pause.millis(5);
        }
        told.add(NoopRun.seconds(start) * 1000);
        errors.add((double) slaves.complaints() + slaves.running());
      }
    }
    return List.of(
        Figure.atMost(0, "2,000 slaves: those with an error, or not told of the end", "", errors),
        Figure.known("… Redis meanwhile, with heartbeats and a server", "% of a core", load),
        Figure.known("… from the end of the last task until all are told", "ms", told));
  }
}
