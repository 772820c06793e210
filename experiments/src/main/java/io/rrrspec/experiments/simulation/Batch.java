package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.EmbeddedRedis;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many runs, some at a time: each in one thread, with a Redis and a database that no other one uses
 * meanwhile.
 */
final class Batch {
  private final long seed;
  private final long from;
  private final long runs;
  private final long mostFailures;
  private final boolean withHistory;
  private final PrintStream out;
  private final PrintStream progress;
  private final AtomicLong next;
  private final long end;
  private final Summary summary = new Summary();

  /**
   * Prepares it.
   *
   * @param from the number of the first run
   * @param mostFailures after so many no further run begins
   * @param withHistory whether all that happens is printed
   * @param longest after so long no further run begins
   * @param out gets what was broken
   * @param progress gets a line now and then
   */
  public Batch(
      long seed,
      long from,
      long runs,
      long mostFailures,
      boolean withHistory,
      Duration longest,
      PrintStream out,
      PrintStream progress) {
    this.seed = seed;
    this.from = from;
    this.runs = runs;
    this.mostFailures = mostFailures;
    this.withHistory = withHistory;
    this.out = out;
    this.progress = progress;
    this.end = System.nanoTime() + longest.toNanos();
    this.next = new AtomicLong(from);
  }

  /**
   * Makes the runs.
   *
   * @param jobs how many at a time
   * @param cache where the executable of Redis is kept
   */
  Summary run(int jobs, Path cache) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(jobs);
    try (Quiet quiet = new Quiet()) {
      List<Future<?>> all = new ArrayList<>();
      for (int job = 0; job < jobs; job++) {
        all.add(
            threads.submit(
                () -> {
                  runSome(cache);
                  return "";
                }));
      }
      for (Future<?> job : all) {
        job.get();
      }
      return summary;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    } finally {
      threads.shutdownNow();
    }
  }

  private void runSome(Path cache) throws Exception {
    Path dir = Files.createTempDirectory("simulate");
    try (EmbeddedRedis redis = EmbeddedRedis.start(cache);
        Series series = new Series(seed, redis.url(), dir)) {
      while (summary.failures() < mostFailures && System.nanoTime() - end < 0) {
        long number = next.getAndIncrement();
        if (number >= from + runs) {
          break;
        }
        Simulation.Result result = series.run(number);
        synchronized (summary) {
          summary.add(result);
          print(number, result);
          if (summary.runs() % 100 == 0) {
            progress.printf("%,d runs, %d failures%n", summary.runs(), summary.failures());
          }
        }
      }
    } finally {
      delete(dir);
    }
  }

  /** What workers that died have left there for their slaves. */
  private static void delete(Path dir) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(dir)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.delete(dir);
  }

  private void print(long number, Simulation.Result result) {
    if (withHistory) {
      out.println(result.history());
    }
    Violation violation = result.violation();
    if (violation != null) {
      out.println(report(number, result, violation));
    }
  }

  /** What was broken, how to see it again, and how it came to that. */
  private String report(long number, Simulation.Result result, Violation violation) {
    StringBuilder text = new StringBuilder();
    text.append("FAILED at step ").append(result.steps()).append(": ");
    text.append(violation.getMessage()).append('\n');
    Throwable cause = violation.getCause();
    if (cause != null) {
      text.append(cause).append('\n');
      for (StackTraceElement element : cause.getStackTrace()) {
        if (element.getClassName().startsWith("io.rrrspec")) {
          text.append("  at ").append(element).append('\n');
        }
      }
    }
    text.append("again: scripts/simulate --runs 1 --seed ").append(seed);
    text.append(" --from ").append(number).append('\n');
    text.append("history of ");
    text.append(violation.subject().isEmpty() ? "everything" : violation.subject()).append('\n');
    return text.append(result.historyOfViolation()).toString();
  }
}
