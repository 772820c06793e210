package io.rrrspec.experiments.simulation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** {@code scripts/simulate}. */
public final class SimulationMain {
  private static final String HELP =
      """
      Usage: scripts/simulate [--runs N] [--seed S] [--from K] [--jobs J] [--seconds N] [--failures N]
                               [--history]
      Runs whole clusters, each in one thread, on a real Redis, in an order that a seed decides, and
      lets go wrong what can go wrong. Prints what was broken, with its history, and a summary.

        --runs N     how many runs (default 100)
        --seed S     the seed of all of them (default 1)
        --from K     the number of the first run, from 0 (default 0)
        --jobs J     how many at a time, each with a Redis of its own (default: the processors)
        --seconds N  no more runs after so many seconds
        --failures N no more runs after so many failures (default 10)
        --history    prints all that happened in each run

      A run is the same whenever it has the same seed and number, so what has failed is seen again
      with --seed S --runs 1 --from K. Exit code: 0, or 1 if anything was broken, or 2.
      """;

  private SimulationMain() {}

  public static void main(String[] args) throws Exception {
    List<String> options = List.of(args);
    if (options.contains("--help") || options.contains("-h")) {
      System.out.print(HELP);
      return;
    }
    long runs = option(options, "--runs", 100);
    long jobs = option(options, "--jobs", Runtime.getRuntime().availableProcessors());
    Batch batch =
        new Batch(
            option(options, "--seed", 1),
            option(options, "--from", 0),
            runs,
            option(options, "--failures", 10),
            options.contains("--history"),
            Duration.ofSeconds(option(options, "--seconds", 1_000_000)),
            System.out,
            System.err);
    long begin = System.nanoTime();
    Path cache = Path.of("client", "target", "redis").toAbsolutePath();
    Summary summary = batch.run((int) Math.min(jobs, runs), cache);
    summary.print(System.out, (System.nanoTime() - begin) / 1e9);
    System.exit(summary.failures() == 0 ? 0 : 1);
  }

  private static long option(List<String> options, String name, long fallback) {
    int at = options.indexOf(name);
    if (at < 0) {
      return fallback;
    }
    try {
      return Long.parseLong(options.get(at + 1));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      System.err.println(name + " needs a number; see --help");
      System.exit(2);
      throw e;
    }
  }
}
