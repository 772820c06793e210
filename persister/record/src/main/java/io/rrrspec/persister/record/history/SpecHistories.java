package io.rrrspec.persister.record.history;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.run.CaseOutcomes;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.SpecHistory.Change;
import io.rrrspec.persister.record.history.SpecHistory.SlowTest;
import io.rrrspec.persister.record.row.Cases;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlTime;
import io.rrrspec.persister.record.row.TasksetClass;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The history of single test classes, in runs that ran them whole. */
public final class SpecHistories {
  /** So many runs are counted at most. */
  private static final int MAX_RUNS = 10_000;

  private static final int SLOWEST = 10;

  /** In so many a class is looked for by the end of its name. */
  private static final int NEWEST_RUNS = 10;

  private final Database database;

  public SpecHistories(Database database) {
    this.database = database;
  }

  /**
   * The history of a class in each taskset_class that has it.
   *
   * @param tasksetClass null: look into all
   * @param className a task as it was run, or the end of its name after a dot, slash or colon, with
   *     or without its execution
   * @param window which runs are counted
   * @param newest how many of them are told in full; 1 or more
   * @throws UsageException if no run has it
   */
  public List<SpecHistory> find(
      @Nullable String tasksetClass, String className, ClassWindow window, int newest) {
    return database.read(
        handle -> {
          List<SpecHistory> found = new ArrayList<>();
          for (TasksetClass each : TasksetClass.named(handle, tasksetClass)) {
            for (String spec : specs(handle, each, className)) {
              found.add(history(handle, each, spec, window, newest));
            }
          }
          if (found.isEmpty()) {
            throw new UsageException(
                "no run has the test class "
                    + className
                    + ": write its name as `client show KEY --verbose` has it");
          }
          return found;
        });
  }

  /** By its whole name in any run; by its end among the tasks of the newest runs. */
  private static List<String> specs(Handle handle, TasksetClass of, String name) {
    boolean exact =
        handle
            .createQuery("SELECT 1 FROM task WHERE spec_hash = :hash LIMIT 1")
            .bind("hash", Hash.of(of.name(), name))
            .mapTo(Integer.class)
            .findOne()
            .isPresent();
    if (exact) {
      return List.of(name);
    }
    return handle
        .createQuery(
            "SELECT spec_file FROM task WHERE taskset_id IN (<runs>) ORDER BY taskset_id DESC,"
                + " task_no")
        .bindList("runs", newestRuns(handle, of))
        .mapTo(String.class)
        .list()
        .stream()
        .distinct()
        .filter(spec -> isNamed(spec, name) || isNamed(withoutExecution(spec), name))
        .toList();
  }

  /** The newest one may be of a single class. */
  private static List<Long> newestRuns(Handle handle, TasksetClass of) {
    return handle
        .createQuery(
            "SELECT id FROM taskset WHERE class_hash = :class ORDER BY class_hash DESC, id DESC"
                + " LIMIT :runs")
        .bind("class", of.hash())
        .bind("runs", NEWEST_RUNS)
        .mapTo(Long.class)
        .list();
  }

  private static boolean isNamed(String spec, String name) {
    return spec.equals(name)
        || (spec.endsWith(name)
            && ".:/".indexOf(spec.charAt(spec.length() - name.length() - 1)) >= 0);
  }

  private static String withoutExecution(String spec) {
    return TestId.namesExecution(spec) ? TestId.parse(spec).withoutExecution() : spec;
  }

  private record Row(
      long run,
      int taskNo,
      String key,
      @Nullable Instant finishedAt,
      TaskStatus status,
      @Nullable Duration estimate,
      @Nullable Duration duration) {}

  private static SpecHistory history(
      Handle handle, TasksetClass of, String spec, ClassWindow window, int newest) {
    List<Row> rows = rows(handle, of, spec, window);
    Map<CaseOutcomes.Test, List<Long>> times = new HashMap<>();
    List<ClassRun> runs = new ArrayList<>();
    for (Row row : rows.subList(0, Math.min(newest, rows.size()))) {
      runs.add(
          new ClassRun(
              row.key,
              row.finishedAt,
              row.status,
              row.estimate,
              row.duration,
              tries(handle, row, times),
              failing(handle, row)));
    }
    List<Row> decided = rows.stream().filter(row -> row.status.isFinal()).toList();
    int failed = (int) decided.stream().filter(row -> row.status == TaskStatus.FAILED).count();
    return new SpecHistory(
        of.name(), spec, decided.size(), failed, runs, slowest(times), changes(decided));
  }

  private static List<Row> rows(Handle handle, TasksetClass of, String spec, ClassWindow window) {
    return handle
        .createQuery(
            "SELECT k.taskset_id, k.task_no, s.redis_key, s.finished_ms, k.status, k.estimate_ms,"
                + " k.duration_ms FROM task k JOIN taskset s ON s.id = k.taskset_id WHERE"
                + " k.spec_hash = :spec AND k.taskset_id >= :first AND s.ended_ms IS NOT NULL AND"
                + " NOT s.partial_run AND NOT s.cached ORDER"
                + " BY k.spec_hash DESC, k.taskset_id DESC LIMIT :limit")
        .bind("spec", Hash.of(of.name(), spec))
        .bind("first", window.firstRun(handle, of.hash()))
        .bind("limit", MAX_RUNS)
        .map(
            (row, context) ->
                new Row(
                    row.getLong("taskset_id"),
                    row.getInt("task_no"),
                    row.getString("redis_key"),
                    SqlTime.read(row, "finished_ms"),
                    TaskStatus.parse(row.getString("status")),
                    millis(row, "estimate_ms"),
                    millis(row, "duration_ms")))
        .list();
  }

  private static List<ClassRun.Try> tries(
      Handle handle, Row run, Map<CaseOutcomes.Test, List<Long>> times) {
    return handle
        .createQuery(
            "SELECT slave_key, status, verdict, started_ms, finished_ms, took_ms, reason, cases"
                + " FROM trial WHERE taskset_id = :run AND task_no = :task ORDER BY trial_no")
        .bind("run", run.run)
        .bind("task", run.taskNo)
        .map(
            (row, context) -> {
              for (CaseResult result : Cases.unpack(row, "cases")) {
                if (result.outcome() == Outcome.PASSED) {
                  times
                      .computeIfAbsent(CaseOutcomes.Test.of(result), test -> new ArrayList<>())
                      .add(result.millis());
                }
              }
              Instant started = SqlTime.read(row, "started_ms");
              Instant finished = SqlTime.read(row, "finished_ms");
              Duration took = SqlTime.readDuration(row, "took_ms");
              if (took == null && started != null && finished != null) {
                took = Duration.between(started, finished);
              }
              return new ClassRun.Try(
                  row.getString("slave_key"),
                  TrialStatus.parse(row.getString("status")),
                  TrialVerdict.parse(row.getString("verdict")),
                  took,
                  row.getString("reason"));
            })
        .list();
  }

  private static List<String> failing(Handle handle, Row run) {
    return handle
        .createQuery(
            "SELECT name FROM failed_case WHERE taskset_id = :run AND task_no = :task ORDER BY"
                + " trial_no, case_no")
        .bind("run", run.run)
        .bind("task", run.taskNo)
        .mapTo(String.class)
        .list()
        .stream()
        .distinct()
        .toList();
  }

  private static List<SlowTest> slowest(Map<CaseOutcomes.Test, List<Long>> times) {
    List<SlowTest> all = new ArrayList<>();
    times.forEach(
        (test, millis) -> {
          List<Long> sorted = millis.stream().sorted().toList();
          Duration median = Duration.ofMillis(sorted.get(sorted.size() / 2));
          all.add(new SlowTest(test.className(), test.name(), median));
        });
    all.sort(Comparator.comparing(SlowTest::median).reversed().thenComparing(SlowTest::name));
    return all.subList(0, Math.min(SLOWEST, all.size()));
  }

  /** Passed and pending are both good. */
  private static List<Change> changes(List<Row> newestFirst) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i + 1 < newestFirst.size(); i++) {
      Row row = newestFirst.get(i);
      boolean failed = row.status == TaskStatus.FAILED;
      if (failed != (newestFirst.get(i + 1).status == TaskStatus.FAILED)) {
        changes.add(new Change(row.key, row.finishedAt, row.status));
      }
    }
    return changes;
  }

  private static @Nullable Duration millis(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }
}
