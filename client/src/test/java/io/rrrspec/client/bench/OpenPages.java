package io.rrrspec.client.bench;

import static io.rrrspec.common.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.redis.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Real runs, with a real viewer beside them, without and with readers of the run's page. */
final class OpenPages {
  private static final int TASKS = 400;

  private final BenchRedis redis;
  private final int pages;
  private final List<Double> without = new ArrayList<>();
  private final List<Double> with = new ArrayList<>();
  private final List<String> heaps = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();

  /**
   * Measures nothing yet.
   *
   * @param pages how many are open
   */
  OpenPages(BenchRedis redis, int pages) {
    this.redis = redis;
    this.pages = pages;
  }

  /** One run of each kind to warm up, then so many of each kind, in turn. */
  void measure(int repeats) throws Exception {
    try (ViewerProcess viewer = ViewerProcess.start(redis)) {
      for (int i = 0; i <= repeats; i++) {
        double alone = alone();
        double watched = watched(viewer);
        System.err.printf(Locale.ROOT, "%.2f s alone, %.2f s watched%n", alone, watched);
        if (i > 0) {
          without.add(alone);
          with.add(watched);
        }
      }
    }
  }

  private double alone() throws Exception {
    try (RealCluster cluster = new RealCluster(redis, redis.url())) {
      return cluster.run(commands()).seconds();
    }
  }

  private double watched(ViewerProcess viewer) throws Exception {
    long before = viewer.heapKilobytes();
    List<Readers> readers = new ArrayList<>();
    List<Long> open = new ArrayList<>();
    try (RealCluster cluster = new RealCluster(redis, redis.url())) {
      double seconds =
          cluster
              .run(
                  aTaskset().withTasks(commands()),
                  key -> {
                    String page = viewer.address() + "/runs/" + Keys.lastPart(key);
                    readers.add(Readers.start(page, pages, TASKS));
                    open.add(viewer.heapKilobytes());
                  })
              .seconds();
      complaints.addAll(readers.get(0).finish());
      long after = viewer.heapKilobytes();
      heaps.add(
          String.format(
              Locale.ROOT,
              "%.1f, with all pages open %.1f, afterwards %.1f",
              before / 1e3,
              open.get(0) / 1e3,
              after / 1e3));
      return seconds;
    } finally {
      readers.forEach(Readers::close);
    }
  }

  private static String[] commands() {
    return IntStream.range(0, TASKS).mapToObj(i -> "sleep 0.05; : " + i).toArray(String[]::new);
  }

  /** Seconds of the runs that nobody watched. */
  List<Double> without() {
    return without;
  }

  /** Seconds of the runs that all watched. */
  List<Double> with() {
    return with;
  }

  /** The heap of the viewer, run by run. */
  String heaps() {
    return String.join("; ", heaps);
  }

  /** What was wrong; empty if nothing. */
  List<String> complaints() {
    return complaints;
  }
}
