package io.rrrspec.persister.record;

import static io.rrrspec.persister.record.database.SeedTables.CLASSES;

import io.rrrspec.common.model.Trial;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.Dialect;
import io.rrrspec.persister.record.database.SeedTables;
import io.rrrspec.persister.record.row.TasksetClass;
import io.rrrspec.persister.record.save.FinishedTask;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A record full of made-up runs, written by the database itself. Run n has the number n: a database
 * is seeded while it is empty.
 *
 * <p>Half of the runs are of one taskset_class, the rest of nine others; each has ten tasks. 17 of
 * 100 runs failed, in one task; one task in fifty was flaky. Every other trial wrote one to two
 * kilobytes, compressed.
 */
public final class SeededRecord {
  /** Tasks of each run. */
  public static final int TASKS = SeedTables.SPECS;

  /** The class that half of the runs are of. */
  public static final String BIGGEST_CLASS = "class0";

  /** The class of the one large run. */
  public static final String LARGE_CLASS = "large";

  private static final int CHUNK = 2_000;

  private static final int MINUTES_OF_A_DAY = 1_440;

  static final long START = 1_700_000_000_000L;

  /** Whether the first trial of task s.no of run t failed: decided as failed, or flaky. */
  private static final String FAILS =
      "((t.status = 'failed' AND s.no = 1 + MOD(t.id, 10)) OR MOD(t.id + s.no, 50) = 0)";

  private static final String DECIDED_AS_FAILED =
      "(t.status = 'failed' AND s.no = 1 + MOD(t.id, 10))";

  private static final String TASKS_OF =
      " FROM taskset t JOIN seed_spec s ON s.class_hash = t.class_hash JOIN seed_text b ON b.no ="
          + " MOD(t.id * 10 + s.no, 32) WHERE t.id > :after AND t.id <= :last";

  private final Database database;
  private final Dialect dialect;

  /**
   * For an empty database.
   *
   * @param url the one that the database was opened with
   */
  public SeededRecord(Database database, String url) {
    this.database = database;
    this.dialect = Dialect.of(url);
  }

  /** Adds so many runs. */
  public void runs(int count) {
    new SeedTables(database).create();
    for (int done = 0; done < count; done += CHUNK) {
      int first = done + 1;
      int last = Math.min(count, done + CHUNK);
      database.transaction(
          handle -> {
            handle.createUpdate(TASKSET.replace("SERIES", series(first, last))).execute();
            for (String sql : List.of(TASK, TRIAL, SECOND, FAILED, FLAKY, SLAVE, WORKER)) {
              handle.createUpdate(sql).bind("after", first - 1).bind("last", last).execute();
            }
            return true;
          });
    }
    new SeedTables(database).drop();
    if (dialect != Dialect.MYSQL) {
      database.read(
          h -> h.execute("ALTER TABLE taskset ALTER COLUMN id RESTART WITH " + (count + 1)));
    }
  }

  private String series(int first, int last) {
    return switch (dialect) {
      case H2 -> "SELECT x AS n FROM SYSTEM_RANGE(%d, %d)".formatted(first, last);
      case POSTGRESQL ->
          "SELECT n FROM generate_series(CAST(%d AS BIGINT), %d) AS g (n)".formatted(first, last);
      case MYSQL -> "SELECT seq AS n FROM seq_%d_to_%d".formatted(first, last);
    };
  }

  /** Lets the database count what it has, as it does by itself in time. */
  public void analyze() {
    database.read(
        handle ->
            switch (dialect) {
              case H2 -> handle.execute("ANALYZE");
              case POSTGRESQL -> handle.execute("VACUUM ANALYZE");
              case MYSQL ->
                  handle
                      .createQuery("ANALYZE TABLE taskset, task, trial, failed_case, flaky_case")
                      .mapToMap()
                      .list()
                      .size();
            });
  }

  /**
   * Adds one run through the archive, by 80 slaves of 20 workers, with 2 kB of output for each
   * task; every 100th failed, every 50th was tried again.
   *
   * @return its id
   */
  public String large(int tasks) {
    RunBuilder run = RunBuilder.aRun().ofClass(LARGE_CLASS);
    String output = SeedTables.output(7);
    Iterator<FinishedTask> all =
        IntStream.range(0, tasks).mapToObj(i -> LargeRun.task(run, i, output)).iterator();
    TasksetArchive archive = new TasksetArchive(database);
    archive.saveFinished(run.taskset(tasks), all);
    archive.saveLogs(
        run.key(),
        output,
        LargeRun.slaves(output),
        LargeRun.workers(run.key(), tasks, output),
        List.<Trial>of().iterator());
    // The oldest of all, so that it is the first to go.
    database.transaction(
        h ->
            h.execute(
                "UPDATE taskset SET created_ms = ?, finished_ms = ? WHERE uuid = ?",
                LargeRun.BEGIN.toEpochMilli(),
                LargeRun.end(tasks).toEpochMilli(),
                run.id()));
    return run.id();
  }

  /**
   * Moves the last runs to the last day, since the viewer shows what workers did in it.
   *
   * @param count how many runs there are
   */
  public void moveToToday(int count) {
    long later = System.currentTimeMillis() - end(count).toEpochMilli();
    long first = Math.max(0, count - MINUTES_OF_A_DAY);
    database.transaction(
        handle -> {
          for (String sql :
              List.of(
                  "UPDATE worker_log SET started_ms = started_ms + :later, finished_ms ="
                      + " finished_ms + :later WHERE taskset_id > :first AND taskset_id <= :last",
                  "UPDATE flaky_case SET finished_ms = finished_ms + :later WHERE taskset_id >"
                      + " :first AND taskset_id <= :last",
                  "UPDATE taskset SET created_ms = created_ms + :later, finished_ms ="
                      + " finished_ms + :later WHERE id > :first AND id <= :last")) {
            handle
                .createUpdate(sql)
                .bind("later", later)
                .bind("first", first)
                .bind("last", count)
                .execute();
          }
          return true;
        });
  }

  /** When the run of this number ended. */
  public static Instant end(long number) {
    return Instant.ofEpochMilli(START + 50_000 + number * 60_000);
  }

  /** How many of the first runs, and of those that are being deleted, are still there. */
  public long left(long upTo) {
    return database.read(
        handle ->
            handle
                .createQuery("SELECT COUNT(*) FROM taskset WHERE id <= :last OR class_hash = :none")
                .bind("last", upTo)
                .bind("none", TasksetClass.none())
                .mapTo(Long.class)
                .one());
  }

  /** How many rows there are of a run, the one of it itself with them. */
  public long rows(long run) {
    return Stream.of(
            "taskset WHERE id",
            "task WHERE taskset_id",
            "trial WHERE taskset_id",
            "failed_case WHERE taskset_id",
            "flaky_case WHERE taskset_id",
            "slave WHERE taskset_id",
            "worker_log WHERE taskset_id")
        .mapToLong(
            table ->
                database.read(
                    handle ->
                        handle
                            .createQuery("SELECT COUNT(*) FROM " + table + " = ?")
                            .bind(0, run)
                            .mapTo(Long.class)
                            .one()))
        .sum();
  }

  /** Saves a run as a persister does. */
  public void persist(int tasks) {
    RunBuilder run = RunBuilder.aRun().ofClass("persisted");
    new TasksetArchive(database)
        .saveFinished(run.taskset(tasks), run.manyTasks(tasks, SeedTables.output(3)));
  }

  /** The id that Redis knew the run of this number by. */
  public static String id(long number) {
    return "seed-" + number;
  }

  private static final String TASKSET =
      "INSERT INTO taskset (id, uuid, redis_key, rsync_name, setup_command, slave_command,"
          + " worker_type, max_workers, max_trials, class_hash, taskset_class,"
          + " unknown_spec_timeout_sec, least_timeout_sec, created_ms, finished_ms, status,"
          + " succeeded_count, failed_count, task_count, runner, requested_by, logs_saved, log,"
          + " sources) SELECT r.n, CONCAT('seed-', r.n), CONCAT('rrrspec:taskset:seed-', r.n),"
          + " CONCAT('project', MOD(r.n, 20)), 'mvn -q test-compile', 'rrrspec-java slave',"
          + " 'default', 10, 2, c.class_hash, c.name, 300, 30, "
          + START
          + " + r.n * 60000, "
          + START
          + " + 50000 + r.n * 60000, CASE WHEN MOD(r.n * 7, 100) < 80 THEN 'succeeded' WHEN"
          + " MOD(r.n * 7, 100) < 97 THEN 'failed' ELSE 'cancelled' END, 10, 0, 10, 'junit', CASE"
          + " WHEN MOD(r.n, 5000) = 0 THEN 'rarely' ELSE CONCAT('user', MOD(r.n * 3, 50)) END,"
          + " TRUE, b.good, CONCAT('sources', r.n - MOD(r.n, 5)) FROM (SERIES) r JOIN seed_class c"
          + " ON c.no = CASE WHEN MOD(r.n, 2) = 0 THEN 0 ELSE 1 + MOD(r.n, "
          + (CLASSES - 1)
          + ") END JOIN seed_text b ON b.no = MOD(r.n, 32) ORDER BY r.n";

  private static final String TASK =
      "INSERT INTO task (taskset_id, task_no, spec_hash, spec_file, status, estimate_ms,"
          + " duration_ms) SELECT t.id, s.no, s.spec_hash, s.spec_file, CASE WHEN "
          + DECIDED_AS_FAILED
          + " THEN 'failed' ELSE 'passed' END, 500 * s.no + 100, CASE WHEN "
          + DECIDED_AS_FAILED
          + " THEN NULL ELSE 500 * s.no + MOD(t.id * 37, 300) END"
          + TASKS_OF;

  private static final String TRIAL_COLUMNS =
      "INSERT INTO trial (taskset_id, task_no, trial_no, key_hash, trial_name, slave_key,"
          + " started_ms, finished_ms, status, verdict, passed, pending, failed, threads_left,"
          + " stdout, cases) SELECT t.id, s.no, ";

  private static final String SLAVE_KEY =
      "CONCAT('rrrspec:worker:host', MOD(t.id, 5), ':slave:', MOD(s.no, 2))";

  private static final String TRIAL =
      TRIAL_COLUMNS
          + "0, s.spec_hash, CONCAT('first-', s.no), "
          + SLAVE_KEY
          + ", t.created_ms + 1000 * s.no, t.created_ms + 1500 * s.no, CASE WHEN "
          + FAILS
          + " THEN 'failed' ELSE 'passed' END, CASE WHEN "
          + FAILS
          + " THEN 'bad' ELSE 'passed' END, 5, 0, CASE WHEN "
          + FAILS
          + " THEN 1 ELSE 0 END, 0, CASE WHEN MOD(t.id + s.no, 2) = 0 THEN b.good END, CASE WHEN "
          + FAILS
          + " THEN s.bad ELSE s.good END"
          + TASKS_OF;

  private static final String SECOND =
      TRIAL_COLUMNS
          + "1, s.test_hash, CONCAT('second-', s.no), "
          + SLAVE_KEY
          + ", t.created_ms + 20000 + 1000 * s.no, t.created_ms + 20000 + 1500 * s.no, CASE WHEN "
          + DECIDED_AS_FAILED
          + " THEN 'failed' ELSE 'passed' END, CASE WHEN "
          + DECIDED_AS_FAILED
          + " THEN 'bad' ELSE 'passed' END, 5, 0, 0, 0, b.good, CASE WHEN "
          + DECIDED_AS_FAILED
          + " THEN s.bad ELSE s.good END"
          + TASKS_OF
          + " AND "
          + FAILS;

  private static final String FAILED =
      "INSERT INTO failed_case (taskset_id, task_no, trial_no, case_no, test_hash, class_name,"
          + " name, outcome, duration_ms, message, cause, flaky) SELECT t.id, s.no, 0, 0, s.test_hash,"
          + " s.spec_file, 'adds', 'failed', 5, 'expected: <3> but was: <4>',"
          + " CONCAT('org.opentest4j.AssertionFailedError: expected: … at ', s.spec_file, '.adds'),"
          + " CASE WHEN "
          + DECIDED_AS_FAILED
          + " THEN FALSE ELSE TRUE END"
          + TASKS_OF
          + " AND "
          + FAILS;

  private static final String FLAKY =
      "INSERT INTO flaky_case (taskset_id, task_no, test_hash, trial_no, case_no, class_hash,"
          + " spec_hash, finished_ms, class_name, name, passed_taskset_id, passed_task_no,"
          + " passed_trial_no, passed_case_no) SELECT t.id, s.no, s.test_hash, 0, 0, t.class_hash,"
          + " s.spec_hash, t.finished_ms, s.spec_file, 'adds', t.id, s.no, 1, 0"
          + TASKS_OF
          + " AND MOD(t.id + s.no, 50) = 0 AND NOT "
          + DECIDED_AS_FAILED;

  private static final String SLAVE =
      "INSERT INTO slave (taskset_id, key_hash, redis_key, status, log) SELECT t.id, s.spec_hash, "
          + SLAVE_KEY
          + ", 'normal_exit', b.good"
          + TASKS_OF
          + " AND s.no <= 2";

  private static final String WORKER =
      "INSERT INTO worker_log (taskset_id, key_hash, redis_key, worker_key, started_ms,"
          + " rsync_finished_ms, setup_finished_ms, finished_ms, log) SELECT t.id, s.spec_hash,"
          + " CONCAT(t.redis_key, ':worker_log:', s.no), 'rrrspec:worker:host1', t.created_ms,"
          + " t.created_ms + 500, t.created_ms + 900, t.finished_ms, b.good"
          + TASKS_OF
          + " AND s.no = 1";
}
