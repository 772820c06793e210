package io.rrrspec.experiments.record;

import io.rrrspec.common.loop.Loop;
import io.rrrspec.persister.mover.OldRuns;
import io.rrrspec.persister.record.SeededRecord;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.QueryPlans;
import io.rrrspec.persister.record.run.Runs;
import io.rrrspec.persister.record.save.Retention;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The record at size on one database: fills it, times what the viewer asks, shows plans. */
final class RecordBench {
  private static final int WARM_UP = 5;
  private static final int TIMES = 20;

  private static final long PAUSE_MILLIS = 100;

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
   * Times each query of the viewer and prints a line for it. CPU is that of this process's thread
   * on average: with H2 all that the query takes, however busy the host is.
   *
   * @return the medians in milliseconds, by query
   */
  Map<String, Double> time() {
    Map<String, Double> medians = new LinkedHashMap<>();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    print("%-50s %6s %9s %9s %9s%n", "query", "rows", "median ms", "worst ms", "CPU ms");
    queries()
        .all()
        .forEach(
            (name, query) -> {
              int rows = 0;
              for (int i = 0; i < WARM_UP; i++) {
                rows = ViewerQueries.rows(query.get());
              }
              double[] millis = new double[TIMES];
              long cpu = threads.getCurrentThreadCpuTime();
              for (int i = 0; i < TIMES; i++) {
                long begin = System.nanoTime();
                rows = ViewerQueries.rows(query.get());
                millis[i] = seconds(begin) * 1_000;
              }
              double own = (threads.getCurrentThreadCpuTime() - cpu) / 1e6 / TIMES;
              Arrays.sort(millis);
              double median = (millis[TIMES / 2 - 1] + millis[TIMES / 2]) / 2;
              medians.put(name, median);
              print("%-50s %6d %9.1f %9.1f %9.1f%n", name, rows, median, millis[TIMES - 1], own);
            });
    return medians;
  }

  /** How the database executes what each query of the viewer asks: SQL and plan, by query. */
  Map<String, Map<String, String>> plans() {
    Map<String, Map<String, String>> plans = new LinkedHashMap<>();
    for (Map.Entry<String, Supplier<?>> query : queries().all().entrySet()) {
      try (QueryPlans listening = new QueryPlans(database)) {
        ViewerQueries.rows(query.getValue().get());
        plans.put(query.getKey(), listening.found());
      }
    }
    return plans;
  }

  /**
   * Deletes the large run and the oldest ones while runs of 100 tasks are persisted, and prints how
   * long that takes.
   *
   * @param keep how many of the seeded runs are left
   * @param before so many runs are persisted before and after that
   */
  void delete(int keep, int before) throws InterruptedException {
    long last = runs - keep;
    long number = new Runs(database).find(large).orElseThrow().number();
    print(
        "%-36s %6s %6s %9s %9s %9s%n",
        "persisting 100 tasks of 2 kB each", "s", "runs", "median ms", "p95 ms", "worst ms");
    persist("before", soMany(before));
    // A day after the end of the last one that is to go.
    Instant then = SeededRecord.end(last).plusMillis(1).plus(Duration.ofDays(1));
    Duration ago = Duration.between(then, Instant.now());
    OldRuns oldRuns = new OldRuns(new Retention(database, 0, 1), () -> Instant.now().minus(ago));
    try (Loop loop = Loop.start(oldRuns, Duration.ofSeconds(1))) {
      persist("while the large one is deleted", () -> record.rows(number) > 0);
      persist("while %,d are deleted".formatted(last), () -> record.left(last) > 0);
      oldRuns.finish(Duration.ofMinutes(1));
    }
    persist("afterwards", soMany(before));
  }

  private static BooleanSupplier soMany(int runs) {
    AtomicInteger left = new AtomicInteger(runs);
    return () -> left.getAndDecrement() > 0;
  }

  private void persist(String when, BooleanSupplier goOn) throws InterruptedException {
    List<Double> millis = new ArrayList<>();
    long begin = System.nanoTime();
    while (goOn.getAsBoolean()) {
      long start = System.nanoTime();
      record.persist(100);
      millis.add(seconds(start) * 1_000);
      Thread.sleep(PAUSE_MILLIS);
    }
    Collections.sort(millis);
    int size = millis.size();
    print(
        "%-36s %6.0f %6d %9.1f %9.1f %9.1f%n",
        when,
        seconds(begin),
        size,
        size == 0 ? 0 : millis.get(size / 2),
        size == 0 ? 0 : millis.get(size * 95 / 100),
        size == 0 ? 0 : millis.get(size - 1));
  }

  private void print(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
    out.flush();
  }

  private static double seconds(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }
}
