package io.rrrspec.experiments.change;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Many changes, of one green project after the other. */
final class Series {
  private final List<Kind> kinds;
  private final int repeats;
  private final long seed;
  private final PrintStream progress;
  private final AtomicInteger done = new AtomicInteger();
  private final long began = System.nanoTime();

  /**
   * Plans them.
   *
   * @param repeats how many changes of each kind
   * @param progress gets a line for each change
   */
  Series(List<Kind> kinds, int repeats, long seed, PrintStream progress) {
    this.kinds = kinds;
    this.repeats = repeats;
    this.seed = seed;
    this.progress = progress;
  }

  /**
   * Makes them.
   *
   * @param parallel how many at a time, each with a worker of its own
   */
  Report run(Path root, Path launcher, int parallel) throws InterruptedException {
    Report report = new Report();
    Queue<GreenProject> projects =
        new ConcurrentLinkedQueue<>(kinds.stream().map(Kind::project).distinct().toList());
    try (Installation installation = Installation.start(root, launcher)) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 1; i <= parallel; i++) {
        String name = "lane" + i;
        Thread thread = new Thread(() -> work(installation, root, name, projects, report), name);
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    return report;
  }

  private void work(
      Installation installation,
      Path root,
      String name,
      Queue<GreenProject> projects,
      Report report) {
    try (Lane lane = new Lane(installation, root, name, this::say)) {
      for (GreenProject project = projects.poll(); project != null; project = projects.poll()) {
        try {
          lane.begin(project);
          work(lane, project, report);
        } catch (RuntimeException e) {
          say("project " + project.name() + " fails: " + e);
          report.fail("project " + project.name() + ": " + e);
        }
      }
    }
  }

  private void work(Lane lane, GreenProject project, Report report) {
    for (Kind kind : kinds) {
      for (int number = 1; kind.project().equals(project) && number <= repeats; number++) {
        long start = System.nanoTime();
        Random random = new Random(31 * (31 * seed + kind.name().hashCode()) + number);
        Outcome outcome = lane.change(kind, number, random);
        report.add(outcome);
        say(
            "[%d/%d] %s%s, %.1f s"
                .formatted(
                    done.incrementAndGet(),
                    kinds.size() * repeats,
                    outcome,
                    outcome.wrongs().isEmpty() ? "" : " WRONG",
                    (System.nanoTime() - start) / 1e9));
      }
    }
  }

  private void say(String line) {
    progress.printf("%5d s  %s%n", Duration.ofNanos(System.nanoTime() - began).toSeconds(), line);
  }
}
