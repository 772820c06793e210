package io.rrrspec.experiments.placement;

import io.rrrspec.server.placement.Cancellation;
import io.rrrspec.server.placement.Job;
import io.rrrspec.server.placement.Outcome;
import io.rrrspec.server.placement.Pick;
import io.rrrspec.server.placement.Reason;
import io.rrrspec.server.placement.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * {@code scripts/placement-bench}: the scheduler alone, for growing numbers of workers and waiting
 * jobs. Of each job two workers hold the result, or none; it needs two artifacts, and five workers
 * hold each of them. Of every second job the first wait is over.
 */
public final class PlacementBenchMain {
  private static final String HELP =
      """
      Usage: scripts/placement-bench
      Measures the scheduler that places jobs (no Redis), for 125 to 1,000 workers with 100 waiting
      jobs each. 20,000 times a worker picks a job and completes it, and another job is scheduled.
      Prints a table in Markdown: median and 99th percentile in µs, and the heap per waiting job.
      """;

  private static final int ROUNDS = 20_000;
  private static final int PER_WORKER = 100;
  private static final int RESULT_HOLDERS = 2;
  private static final int DEPENDENCY_HOLDERS = 5;

  private final Random random = new Random(7);
  private final List<CompletableFuture<?>> waits = new ArrayList<>();
  private final Scheduler scheduler =
      new Scheduler(
          new Scheduler.Waits(Duration.ofMillis(200), Duration.ofMillis(500)),
          duration -> {
            CompletableFuture<?> wait = new CompletableFuture<>();
            waits.add(wait);
            return wait;
          },
          random::nextInt);
  private final int workers;
  private int jobs;

  private PlacementBenchMain(int workers) {
    this.workers = workers;
  }

  /** Prints the table. */
  public static void main(String[] args) throws InterruptedException {
    if (args.length > 0) {
      System.out.print(HELP);
      System.exit(List.of("--help", "-h").contains(args[0]) ? 0 : 2);
    }
    System.out.println(
        "| workers | waiting jobs | pick p50 | pick p99 | complete p50 | complete p99 | schedule p50"
            + " | schedule p99 | bytes per job |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    // The first measurement warms up.
    new PlacementBenchMain(125).measure();
    for (int workers : new int[] {125, 250, 500, 1_000}) {
      System.out.println(new PlacementBenchMain(workers).measure());
    }
  }

  private Job job() {
    int dependencies = workers * 2;
    return new Job(
        "job-" + jobs++,
        "result-" + random.nextInt(workers * PER_WORKER),
        List.of(
            "dependency-" + random.nextInt(dependencies),
            "dependency-" + random.nextInt(dependencies)));
  }

  private void hold(String artifact, int holders) {
    for (int i = 0; i < holders; i++) {
      scheduler.complete(
          "worker-" + random.nextInt(workers),
          new Job("made", artifact, List.of()),
          Outcome.SUCCEEDED);
    }
  }

  private String measure() throws InterruptedException {
    for (int i = 0; i < workers; i++) {
      scheduler.register("worker-" + i);
    }
    for (int i = 0; i < workers * PER_WORKER; i += 4) {
      hold("result-" + i, RESULT_HOLDERS);
    }
    for (int i = 0; i < workers * 2; i++) {
      hold("dependency-" + i, DEPENDENCY_HOLDERS);
    }
    List<Job> waiting = new ArrayList<>();
    for (int i = 0; i < workers * PER_WORKER; i++) {
      waiting.add(job());
    }
    long before = heap();
    waiting.forEach(scheduler::schedule);
    // One whose result somebody holds is in second queues then, any other in the global queue.
    for (int i = 0; i < workers * PER_WORKER; i += 2) {
      waits.get(i).complete(null);
    }
    long bytes = (heap() - before) / waiting.size();
    double[] pick = new double[ROUNDS];
    double[] complete = new double[ROUNDS];
    double[] schedule = new double[ROUNDS];
    int[] reasons = new int[Reason.values().length];
    Cancellation never = new Cancellation();
    for (int i = 0; i < ROUNDS; i++) {
      String worker = "worker-" + i % workers;
      long begin = System.nanoTime();
      Pick picked = scheduler.pick(worker, never).orElseThrow();
      long then = System.nanoTime();
      scheduler.complete(worker, picked.job(), Outcome.SUCCEEDED);
      long last = System.nanoTime();
      scheduler.schedule(job());
      long end = System.nanoTime();
      reasons[picked.reason().ordinal()]++;
      pick[i] = (then - begin) / 1e3;
      complete[i] = (last - then) / 1e3;
      schedule[i] = (end - last) / 1e3;
    }
    for (int count : reasons) {
      if (count == 0) {
        throw new IllegalStateException("a queue was never used: " + Arrays.toString(reasons));
      }
    }
    return String.format(
        Locale.ROOT,
        "| %,d | %,d | %s | %s | %s | %,d |",
        workers,
        waiting.size(),
        percentiles(pick),
        percentiles(complete),
        percentiles(schedule),
        bytes);
  }

  private static String percentiles(double[] micros) {
    Arrays.sort(micros);
    return String.format(Locale.ROOT, "%.2f | %.2f", micros[ROUNDS / 2], micros[ROUNDS * 99 / 100]);
  }

  /** What is in use, in bytes. */
  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }
}
