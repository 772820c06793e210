package io.rrrspec.experiments.bench;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

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
  private final boolean busy;
  private final List<Double> without = new ArrayList<>();
  private final List<Double> with = new ArrayList<>();
  private final List<String> heaps = new ArrayList<>();
  private final List<Double> viewerSeconds = new ArrayList<>();
  private final List<Double> readersSeconds = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();

  /**
   * Measures nothing yet.
   *
   * @param pages how many are open
   * @param busy whether commands keep the processor busy; else they sleep
   */
  OpenPages(BenchRedis redis, int pages, boolean busy) {
    this.redis = redis;
    this.pages = pages;
    this.busy = busy;
  }

  /** One run of each kind to warm up, then so many of each kind, in turn. */
  void measure(int repeats) throws Exception {
    try (ViewerProcess viewer = ViewerProcess.start(redis)) {
      for (int i = 0; i <= repeats; i++) {
        double first = i % 2 == 0 ? alone() : watched(viewer);
        double second = i % 2 == 0 ? watched(viewer) : alone();
        double alone = i % 2 == 0 ? first : second;
        double watched = i % 2 == 0 ? second : first;
        System.err.printf(Locale.ROOT, "%.2f s alone, %.2f s watched%n", alone, watched);
        if (i > 0) {
          without.add(alone);
          with.add(watched);
        } else {
          viewerSeconds.clear();
          readersSeconds.clear();
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
    List<Double> processor = new ArrayList<>();
    try (RealCluster cluster = new RealCluster(redis, redis.url())) {
      double seconds =
          cluster
              .run(
                  aTaskset().withTasks(commands()),
                  key -> {
                    String page = viewer.address() + "/runs/" + Keys.lastPart(key);
                    readers.add(Readers.start(page, pages, TASKS));
                    open.add(viewer.heapKilobytes());
                    processor.add(viewer.processorSeconds());
                    processor.add(readers.get(0).processorSeconds());
                  })
              .seconds();
      viewerSeconds.add(viewer.processorSeconds() - processor.get(0));
      readersSeconds.add(readers.get(0).processorSeconds() - processor.get(1));
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

  private String[] commands() {
    String work = busy ? "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; : " : "sleep 0.05; : ";
    return IntStream.range(0, TASKS).mapToObj(i -> work + i).toArray(String[]::new);
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

  /** Seconds of processor that the viewer took during each run that all watched. */
  List<Double> viewerSeconds() {
    return viewerSeconds;
  }

  /** The same for the readers, up to the end of the run. */
  List<Double> readersSeconds() {
    return readersSeconds;
  }

  /** What was wrong; empty if nothing. */
  List<String> complaints() {
    return complaints;
  }
}
