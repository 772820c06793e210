package io.rrrspec.experiments.simulation;

import io.rrrspec.experiments.ScriptOptions;
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
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    ScriptOptions options =
        ScriptOptions.of(
            args,
            List.of("--runs", "--seed", "--from", "--jobs", "--seconds", "--failures"),
            List.of("--history"));
    long runs = options.number("--runs", 100, 1);
    long jobs = options.number("--jobs", Runtime.getRuntime().availableProcessors(), 1);
    Batch batch =
        new Batch(
            options.number("--seed", 1, 0),
            options.number("--from", 0, 0),
            runs,
            options.number("--failures", 10, 1),
            options.has("--history"),
            Duration.ofSeconds(options.number("--seconds", 1_000_000, 1)),
            System.out,
            System.err);
    long begin = System.nanoTime();
    Path cache = Path.of("client", "target", "redis").toAbsolutePath();
    Summary summary = batch.run((int) Math.min(jobs, runs), cache);
    summary.print(System.out, (System.nanoTime() - begin) / 1e9);
    System.exit(summary.failures() == 0 ? 0 : 1);
  }
}
