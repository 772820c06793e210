package io.rrrspec.experiments.record;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.database.Connections;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.RedisRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Locale;

/** Persists tasksets from a real Redis into one database, beside plain inserts of the same rows. */
final class PersistBench {
  /** Beyond, the rows of a plain insert do not fit into the heap of a persister. */
  private static final int MOST_FOR_PLAIN = 20_000;

  private static final int WARM = 3;

  private final RedisConnection redis;
  private final Keys keys;
  private final String url;
  private final int tasks;
  private final Samples inSql = new Samples();
  private final Samples whole = new Samples();
  private final Samples plain = new Samples();
  private final Samples wholeCpu = new Samples();
  private final Samples plainCpu = new Samples();
  private final Samples megabytes = new Samples();
  private double peakHeap;

  PersistBench(RedisConnection redis, Keys keys, String url, int tasks) {
    this.redis = redis;
    this.keys = keys;
    this.url = url;
    this.tasks = tasks;
  }

  /**
   * Measures.
   *
   * @param repeats how often; if more than once, after some times that do not count: a persister
   *     runs for days
   */
  PersistBench run(int repeats) throws Exception {
    try (Database database = Database.open(url);
        Connection connection = Connections.open(url)) {
      Persister persister = persister(database);
      TasksetArchive archive = new TasksetArchive(database);
      int warm = repeats > 1 ? WARM : 0;
      for (int i = 0; i < warm + repeats; i++) {
        redis.commands().flushAll();
        String key = new RedisRuns(redis, keys).end("bench", tasks, new Output(i)::of);
        double before = size(connection);
        persist(persister, archive, key, i >= warm);
        if (i >= warm) {
          megabytes.add(size(connection) - before);
        }
        if (tasks <= MOST_FOR_PLAIN) {
          // Far above what the database counts up to by itself.
          insertPlainly(connection, Keys.lastPart(key), 1_000_000L * (i + 1), i >= warm);
        }
      }
    }
    return this;
  }

  private void insertPlainly(Connection connection, String uuid, long number, boolean counts)
      throws Exception {
    PlainInsert insert = new PlainInsert(connection, uuid);
    double cpu = Processor.seconds();
    double seconds = insert.insert(number);
    connection.setAutoCommit(true);
    if (counts) {
      plain.add(seconds);
      plainCpu.add(Processor.seconds() - cpu);
    }
  }

  private void persist(Persister persister, TasksetArchive archive, String key, boolean counts)
      throws InterruptedException {
    Heap.reset();
    double[] seconds = new double[1];
    double cpu = Processor.seconds();
    long begin = System.nanoTime();
    Thread watcher =
        new Thread(
            () -> {
              while (!archive.isSaved(Keys.lastPart(key))) {
                pause();
              }
              seconds[0] = (System.nanoTime() - begin) / 1e9;
            });
    watcher.start();
    // Two steps, and the third finds nothing left.
    while (persister.step()) {
      // Goes on.
    }
    double all = (System.nanoTime() - begin) / 1e9;
    double allCpu = Processor.seconds() - cpu;
    watcher.join();
    if (!archive.areLogsSaved(Keys.lastPart(key))) {
      throw new IllegalStateException(key + " is not in SQL");
    }
    if (counts) {
      inSql.add(seconds[0]);
      whole.add(all);
      wholeCpu.add(allCpu);
      peakHeap = Math.max(peakHeap, Heap.peakMegabytes());
    }
  }

  private static void pause() {
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Persister persister(Database database) {
    return new Persister(
        new Stores(redis, keys),
        MessageQueue.persister(redis, keys, keys.server("bench")),
        new TasksetArchive(database),
        new ClassHistory(database),
        InstantSource.system());
  }

  /** What the database takes on disk, in megabytes. */
  private double size(Connection connection) throws Exception {
    String kind = url.split(":")[1];
    if (kind.equals("h2")) {
      String file = url.substring("jdbc:h2:file:".length(), url.indexOf(';'));
      return Files.size(Path.of(file + ".mv.db")) / 1e6;
    }
    try (Statement statement = connection.createStatement()) {
      if (kind.equals("mariadb")) {
        // Else what it says is older.
        statement.execute("ANALYZE TABLE taskset, task, trial, failed_case");
      }
      String sql =
          kind.equals("mariadb")
              ? "SELECT SUM(data_length + index_length) FROM information_schema.tables WHERE"
                  + " table_schema = DATABASE()"
              : "SELECT pg_database_size(current_database())";
      try (ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        return rows.getDouble(1) / 1e6;
      }
    }
  }

  /** A row of the table in the documentation. */
  String row(String name) {
    boolean compared = tasks <= MOST_FOR_PLAIN;
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %s | %s | %s | %s | %s | %s | %.0f | %.0f of %.0f |",
        name,
        tasks,
        inSql,
        whole,
        compared ? plain : "",
        compared ? String.format(Locale.ROOT, "%.2f", inSql.median() / plain.median()) : "",
        compared ? String.format(Locale.ROOT, "%.2f", whole.median() / plain.median()) : "",
        String.format(Locale.ROOT, "%.2f", wholeCpu.median())
            + (compared ? String.format(Locale.ROOT, " / %.2f", plainCpu.median()) : ""),
        megabytes.median(),
        peakHeap,
        Heap.limitMegabytes());
  }

  static final String HEAD =
      "| database | tasks | in SQL after, s | all done after, s | plain insert, s | in SQL / plain"
          + " | all / plain | processor of the JVM, s, all / plain | MB in SQL | peak heap, MB |\n"
          + "|---|---|---|---|---|---|---|---|---|---|";
}
