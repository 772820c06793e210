package io.rrrspec.persister.db;

import io.rrrspec.common.model.TaskStatus;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** What the last runs of a taskset_class say about the next one. */
public final class ClassHistory {
  /** So many tasks are looked at, at most: memory and time stay bounded for huge runs. */
  private static final int MAX_TASKS = 500_000;

  private final Database database;

  public ClassHistory(Database database) {
    this.database = database;
  }

  /**
   * What each spec_file is expected to take, from its last {@link Estimates#RUNS} good durations in
   * as many runs. One query per run, along the primary key.
   *
   * @return by spec_file; without those that never passed
   */
  public Map<String, Duration> estimates(String tasksetClass) {
    Map<String, List<Duration>> newestFirst = new HashMap<>();
    scan(
        tasksetClass,
        "SELECT spec_file, duration_ms FROM task WHERE taskset_id = :run AND duration_ms IS NOT"
            + " NULL",
        row ->
            newestFirst
                .computeIfAbsent(row.getString(1), spec -> new ArrayList<>(1))
                .add(Duration.ofMillis(row.getLong(2))));
    Map<String, Duration> estimates = new HashMap<>();
    newestFirst.forEach((spec, durations) -> estimates.put(spec, Estimates.of(durations)));
    return estimates;
  }

  /**
   * The spec_files that failed when they were decided last. A run of only some of them, or one that
   * was cancelled half-way, therefore does not hide what failed before.
   *
   * @return in alphabetical order; some may not exist any more
   */
  public Set<String> failedLast(String tasksetClass) {
    Set<String> seen = new HashSet<>();
    Set<String> failed = new TreeSet<>();
    scan(
        tasksetClass,
        "SELECT spec_file, status FROM task WHERE taskset_id = :run AND status <> ''",
        row -> {
          String spec = row.getString(1);
          boolean newest = seen.add(spec);
          return newest && TaskStatus.parse(row.getString(2)) == TaskStatus.FAILED
              ? failed.add(spec)
              : newest;
        });
    return failed;
  }

  /** The numbers of the runs that {@link #estimates} looks at, newest first. */
  public List<Long> newestRuns(String tasksetClass) {
    return database.read(
        handle -> newestRuns(handle, tasksetClass).stream().map(Run::number).toList());
  }

  private void scan(String tasksetClass, String sql, RowReader<Boolean> reader) {
    database.read(
        handle -> {
          int tasks = 0;
          for (Run run : newestRuns(handle, tasksetClass)) {
            if (tasks > 0 && tasks + run.tasks > MAX_TASKS) {
              break;
            }
            tasks += run.tasks;
            handle
                .createQuery(sql)
                .bind("run", run.number)
                .scanResultSet(
                    (rows, context) -> {
                      ResultSet row = rows.get();
                      while (row.next()) {
                        reader.read(row);
                      }
                      return tasksetClass;
                    });
          }
          return tasks;
        });
  }

  private static List<Run> newestRuns(Handle handle, String tasksetClass) {
    return handle
        .createQuery(
            "SELECT id, task_count FROM taskset WHERE class_hash = :hash ORDER BY id DESC LIMIT"
                + " :runs")
        .bind("hash", Hash.of(tasksetClass))
        .bind("runs", Estimates.RUNS)
        .map((row, context) -> new Run(row.getLong(1), row.getInt(2)))
        .list();
  }

  private record Run(long number, int tasks) {}
}
