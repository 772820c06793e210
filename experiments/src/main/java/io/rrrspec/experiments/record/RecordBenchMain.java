package io.rrrspec.experiments.record;

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
    List<String> options = List.of(args);
    if (options.contains("--help") || options.contains("-h")) {
      System.out.print(HELP);
      return;
    }
    int runs = number(options, "--runs", 100_000);
    int large = number(options, "--large", 50_000);
    int keep = number(options, "--keep", runs / 2);
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
        if (options.contains("--plans")) {
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

  private static List<TestDatabase> databases(List<String> options) {
    int at = options.indexOf("--database");
    String name = at < 0 || at + 1 == options.size() ? "all" : options.get(at + 1);
    if (name.equals("all")) {
      return List.of(TestDatabase.values());
    }
    try {
      return List.of(TestDatabase.valueOf(name.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      System.err.println("no such database: " + name + "; see --help");
      System.exit(2);
      throw e;
    }
  }

  private static int number(List<String> options, String name, int otherwise) {
    int at = options.indexOf(name);
    if (at < 0) {
      return otherwise;
    }
    try {
      return Integer.parseInt(options.get(at + 1));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      System.err.println(name + " needs a number; see --help");
      System.exit(2);
      throw e;
    }
  }
}
