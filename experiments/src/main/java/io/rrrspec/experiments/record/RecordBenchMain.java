package io.rrrspec.experiments.record;

import io.rrrspec.common.UsageException;
import io.rrrspec.experiments.ScriptOptions;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.testing.sql.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** {@code scripts/record-bench}. */
public final class RecordBenchMain {
  private static final String HELP =
      """
      Usage: scripts/record-bench [--database h2|postgresql|mariadb|all] [--runs N] [--large N]
                                  [--keep N] [--plans]
      Fills an empty database with runs of 10 tasks and one large run, times everything that the viewer
      asks (median and worst of 20, after 5), then deletes the large run and the oldest ones while runs
      are persisted, and prints how long persisting one takes before and meanwhile.

        --database D  which (default all); PostgreSQL comes along, MariaDB has to be installed
        --runs N      how many runs (default 100000)
        --large N     how many tasks the large run has (default 50000)
        --keep N      how many runs are left (default half of them)
        --plans       also print the plan of each query

      Exit code: 0; 1 if the median of a query is above 100 ms; 2.
      """;

  private static final double LIMIT_MILLIS = 100;

  private RecordBenchMain() {}

  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    ScriptOptions options =
        ScriptOptions.of(
            args, List.of("--database", "--runs", "--large", "--keep"), List.of("--plans"));
    int runs = options.count("--runs", 100_000, 1);
    int large = options.count("--large", 50_000, 1);
    int keep = options.count("--keep", runs / 2, 0);
    List<String> slow = new ArrayList<>();
    for (TestDatabase kind : databases(options)) {
      Path directory = Files.createTempDirectory("record-bench");
      String url = kind.newUrl(directory);
      if (kind == TestDatabase.H2) {
        // Else it gives the answer that it gave before.
        url += ";OPTIMIZE_REUSE_RESULTS=0";
      }
      System.out.println("== " + kind);
      try (Database database = Database.open(url)) {
        RecordBench bench = new RecordBench(database, url, System.out);
        bench.seed(runs, large);
        bench
            .time()
            .forEach(
                (name, median) -> {
                  if (median > LIMIT_MILLIS) {
                    slow.add(kind + ": " + name);
                  }
                });
        if (options.has("--plans")) {
          print(bench);
        }
        printSize("seeded", directory);
        bench.delete(keep, 100);
        printSize("after deletion", directory);
      }
      try {
        printSize("closed", directory);
      } finally {
        TestDatabase.delete(directory);
      }
    }
    slow.forEach(one -> System.out.println("slow on " + one));
    System.exit(slow.isEmpty() ? 0 : 1);
  }

  private static void print(RecordBench bench) {
    Set<String> known = new HashSet<>();
    bench
        .plans()
        .forEach(
            (name, plans) -> {
              System.out.println("-- " + name);
              plans.forEach(
                  (sql, plan) -> {
                    if (known.add(sql)) {
                      System.out.println(sql + "\n" + plan.indent(4));
                    }
                  });
            });
  }

  /** Of H2's file; servers have their files elsewhere. */
  private static void printSize(String when, Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".mv.db")).toList()) {
        System.out.printf(Locale.ROOT, "%s, H2 file: %,d MB%n", when, Files.size(file) >> 20);
      }
    }
  }

  private static List<TestDatabase> databases(ScriptOptions options) {
    String name = options.text("--database");
    if (name == null || name.equals("all")) {
      return List.of(TestDatabase.values());
    }
    try {
      return List.of(TestDatabase.valueOf(name.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      throw ScriptOptions.refuse(new UsageException("no such database: " + name));
    }
  }
}
