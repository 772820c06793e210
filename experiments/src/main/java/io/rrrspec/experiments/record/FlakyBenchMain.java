package io.rrrspec.experiments.record;

import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.experiments.ScriptOptions;
import io.rrrspec.experiments.record.FlakyBench.Score;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.testing.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** {@code scripts/flaky-bench}. */
public final class FlakyBenchMain {
  private static final String HELP =
      """
      Usage: scripts/flaky-bench [--seed S] [--runs N] [--versions V]
      Plays runs of a generated suite, with 20 flaky tests that fail in 1 % to 50 % of their trials and
      hundreds of stable ones (green, red, red on some versions of the sources, slow, timed out, crashed,
      lost, with changing parameters), through a real Redis and the persister into an H2 file. Prints
      which of them `client flaky` would list, precision and recall.

        --seed S      the seed of all chances (default 1)
        --runs N      how many runs (default 50)
        --versions V  how many versions of the sources (default 10)

      Exit code: 0; 1 if a stable test was accused or one that showed itself was missed; 2.
      """;

  private FlakyBenchMain() {}

  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    ScriptOptions options =
        ScriptOptions.of(args, List.of("--seed", "--runs", "--versions"), List.of());
    long seed = options.number("--seed", 1, 0);
    int runs = options.count("--runs", 50, 1);
    int versions = options.count("--versions", 10, 1);
    Path directory = Files.createTempDirectory("flaky-bench");
    Score score;
    long begin = System.nanoTime();
    try (EmbeddedRedis server =
            EmbeddedRedis.start(Checkout.root().resolve("experiments/target/redis"));
        RedisConnection redis = RedisConnection.open(server.url(), 4);
        Database database = Database.open(JdbcUrl.ofFile(directory.resolve("history")))) {
      FlakyBench bench = new FlakyBench(redis, new Keys("bench"), database);
      score = bench.run(seed, runs, versions, System.out);
      System.out.printf(
          Locale.ROOT,
          "%d runs on %d versions of the sources, seed %d, %.0f s: %d flaky tests, %d stable ones%n"
              + "shown: %d failed and passed on the same sources%nfound: %d   accused: %d %s%n"
              + "precision %.3f   recall %.3f (of those shown: %.3f)%n",
          runs,
          versions,
          seed,
          (System.nanoTime() - begin) / 1e9,
          score.flaky(),
          bench.stable(),
          score.shown(),
          score.found(),
          score.accused().size(),
          score.accused(),
          score.precision(),
          score.recall(),
          score.recallOfShown());
    } finally {
      Files.deleteIfExists(directory.resolve("history.mv.db"));
      Files.deleteIfExists(directory.resolve("history.trace.db"));
      Files.deleteIfExists(directory);
    }
    System.exit(score.accused().isEmpty() && score.found() == score.shown() ? 0 : 1);
  }
}
