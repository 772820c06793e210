package io.rrrspec.persister.bench;

import io.rrrspec.persister.db.Database;
import io.rrrspec.persister.db.QueryPlans;
import io.rrrspec.persister.db.SeededRecord;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** The record at size on one database: fills it, times what the viewer asks, shows plans. */
final class RecordBench {
  private static final int WARM_UP = 5;
  private static final int TIMES = 20;

  private final Database database;
  private final SeededRecord record;
  private final PrintStream out;
  private long runs;
  private String large = "";

  RecordBench(Database database, String url, PrintStream out) {
    this.database = database;
    this.record = new SeededRecord(database, url);
    this.out = out;
  }

  SeededRecord record() {
    return record;
  }

  /** Fills the empty database. */
  void seed(int count, int largeTasks) {
    runs = count;
    long begin = System.nanoTime();
    record.runs(count);
    double seeded = seconds(begin);
    begin = System.nanoTime();
    large = record.large(largeTasks);
    double saved = seconds(begin);
    begin = System.nanoTime();
    record.analyze();
    print(
        "seeded %,d runs of %d tasks in %.0f s, one run of %,d tasks in %.0f s; statistics %.0f s%n",
        count, SeededRecord.TASKS, seeded, largeTasks, saved, seconds(begin));
  }

  ViewerQueries queries() {
    return new ViewerQueries(database, runs, large);
  }

  /**
   * Times each query of the viewer and prints a line for it.
   *
   * @return the medians in milliseconds, by query
   */
  Map<String, Double> time() {
    Map<String, Double> medians = new LinkedHashMap<>();
    print("%-50s %8s %9s %9s%n", "query", "rows", "median ms", "worst ms");
    queries()
        .all()
        .forEach(
            (name, query) -> {
              int rows = 0;
              for (int i = 0; i < WARM_UP; i++) {
                rows = ViewerQueries.rows(query.get());
              }
              double[] millis = new double[TIMES];
              for (int i = 0; i < TIMES; i++) {
                long begin = System.nanoTime();
                Object unused = query.get();
                millis[i] = seconds(begin) * 1_000;
              }
              Arrays.sort(millis);
              double median = (millis[TIMES / 2 - 1] + millis[TIMES / 2]) / 2;
              medians.put(name, median);
              print("%-50s %8d %9.1f %9.1f%n", name, rows, median, millis[TIMES - 1]);
            });
    return medians;
  }

  /** How the database executes what each query of the viewer asks: SQL and plan, by query. */
  Map<String, Map<String, String>> plans() {
    Map<String, Map<String, String>> plans = new LinkedHashMap<>();
    for (Map.Entry<String, Supplier<?>> query : queries().all().entrySet()) {
      try (QueryPlans listening = new QueryPlans(database)) {
        Object unused = query.getValue().get();
        plans.put(query.getKey(), listening.found());
      }
    }
    return plans;
  }

  private void print(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
    out.flush();
  }

  private static double seconds(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }
}
