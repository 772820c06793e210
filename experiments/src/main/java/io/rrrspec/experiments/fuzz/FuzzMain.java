package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.UsageException;
import io.rrrspec.experiments.ScriptOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** {@code scripts/fuzz}. */
public final class FuzzMain {
  private static final String HELP =
      """
      Usage: scripts/fuzz [--runs N] [--seed S] [--from K] [--only KIND] [--seconds N]
                          [--findings N]
      Feeds all that the programs read with hostile input that a seed decides: keys of Redis, HTTP
      requests, lines of the command port, files, variables, archives, and names and outputs of
      tests. Prints what did harm, and how many inputs of each kind there were.

        --runs N     how many inputs (default 20000)
        --seed S     the seed of all of them (default 1)
        --from K     the number of the first input, from 0 (default 0)
        --only KIND  inputs of one kind alone, such as 'keys in Redis'
        --seconds N  no more inputs after so many seconds
        --findings N no more inputs after so many different findings (default 20)

      An input is the same whenever it has the same seed, number and --only, so what did harm is
      seen again with --seed S --from K --runs 1. Exit code: 0, or 1 if anything did harm, or 2.
      """;

  private FuzzMain() {}

  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    ScriptOptions options =
        ScriptOptions.of(
            args,
            List.of("--runs", "--seed", "--from", "--only", "--seconds", "--findings"),
            List.of());
    long seed = options.number("--seed", 1, 0);
    String only = options.text("--only");
    Path cache = Path.of("client", "target", "redis").toAbsolutePath();
    boolean good;
    try (Everything everything = Everything.start(cache, seed, only)) {
      long begin = System.nanoTime();
      everything
          .campaign()
          .run(
              options.number("--from", 0, 0),
              options.number("--runs", 20_000, 1),
              Duration.ofSeconds(options.number("--seconds", 1_000_000, 1)),
              options.count("--findings", 20, 1));
      FuzzReport report = new FuzzReport(everything.campaign(), seed, only);
      report.print(System.out, (System.nanoTime() - begin) / 1e9);
      good = everything.campaign().findings().isEmpty();
    } catch (UsageException e) {
      throw ScriptOptions.refuse(e);
    }
    System.exit(good ? 0 : 1);
  }
}
