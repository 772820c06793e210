package io.rrrspec.experiments.record;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.experiments.ScriptOptions;
import io.rrrspec.experiments.record.ViewerBench.Timing;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.sql.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** {@code scripts/viewer-bench}, but for {@code --pages}. */
public final class ViewerBenchMain {
  private static final int TIMES = 20;
  private static final double MEDIAN_MILLIS = 300;
  private static final double WORST_MILLIS = 1_000;

  /** All tasks of the large run in one document: however long that takes. */
  private static final String WITHOUT_AIM = "/v2/tasksets/KEY of the large run";

  private ViewerBenchMain() {}

  public static void main(String[] args) throws Exception {
    ScriptOptions options =
        ScriptOptions.of(
            args, List.of("--database", "--runs", "--large", "--paint-with"), List.of());
    int runs = options.count("--runs", 100_000, 100);
    int tasks = options.count("--large", 50_000, 200);
    TestDatabase kind = database(options);
    String paint = options.text("--paint-with");
    Path directory = Files.createTempDirectory("viewer-bench");
    boolean kept;
    String url = kind.newUrl(directory);
    if (kind == TestDatabase.H2) {
      // Else it gives the answer that it gave before.
      url += ";OPTIMIZE_REUSE_RESULTS=0";
    }
    try (EmbeddedRedis server =
            EmbeddedRedis.start(Checkout.root().resolve("experiments/target/redis"));
        RedisConnection redis = RedisConnection.open(server.url(), 32);
        Database database = Database.open(url);
        ViewerBench bench = new ViewerBench(redis, new Keys("bench"), database, url, runs, tasks)) {
      System.err.println("seeded; load " + load());
      if (paint != null) {
        kept = paint(paint, bench);
      } else {
        List<Timing> timings = bench.time(TIMES);
        print(kind, runs, tasks, timings);
        kept = timings.stream().allMatch(ViewerBenchMain::isKept);
      }
    } finally {
      TestDatabase.delete(directory);
    }
    System.exit(kept ? 0 : 1);
  }

  private static void print(TestDatabase kind, int runs, int tasks, List<Timing> timings)
      throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%s, %,d runs of 10 classes and one of %,d; load %s at the end%n%n"
            + "| page | kB | first ms | median ms | worst ms | |%n|---|---|---|---|---|---|%n",
        kind,
        runs,
        tasks,
        load());
    for (Timing one : timings) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %,d | %.0f | %.0f | %.0f | %s |%n",
          one.name(),
          (one.bytes() + 999) / 1_000,
          one.first(),
          one.median(),
          one.worst(),
          one.name().equals(WITHOUT_AIM) ? "" : isKept(one) ? "kept" : "**missed**");
    }
  }

  private static boolean isKept(Timing one) {
    return one.name().equals(WITHOUT_AIM)
        || (one.median() <= MEDIAN_MILLIS && one.worst() <= WORST_MILLIS);
  }

  /** The browser is in the tests of another module: it gets a process of its own. */
  private static boolean paint(String classPath, ViewerBench bench) throws Exception {
    bench.use();
    String large = bench.address() + bench.pages().largeRun();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            classPath,
            "io.rrrspec.acceptance.viewer.PaintMain",
            large,
            large + "/timeline",
            bench.address() + bench.pages().redRun());
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
  }

  private static String load() throws IOException {
    Path file = Path.of("/proc/loadavg");
    return Files.exists(file) ? Files.readString(file).replaceAll(" .*\\s*", "") : "unknown";
  }

  private static TestDatabase database(ScriptOptions options) {
    String name = options.text("--database");
    try {
      return name == null ? TestDatabase.H2 : TestDatabase.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw ScriptOptions.refuse(new UsageException("no such database: " + name));
    }
  }
}
