package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.persister.record.database.Database;
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
import java.util.Objects;
import java.util.PriorityQueue;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The slowest, the most failing and the changed test classes of the last runs. Runs of some tests
 * of their classes are left out.
 */
public final class ClassRecords {
  /** So many tasks are looked at in each taskset_class, at most: then older runs are left out. */
  private static final int MAX_TASKS = 500_000;

  /** So many runs are read at once, if they have not more tasks than that: memory is bounded. */
  private static final int RUNS_TOGETHER = 100;

  private static final int TASKS_TOGETHER = 20_000;

  private final Database database;

  /** By what they are sorted, and which are left out. */
  public enum Order {
    /** The longest mean first. */
    SLOWEST,
    /** The most frequent failures first; none without one. */
    MOST_FAILING,
    /** The newest change between good and failed first; none that never changed. */
    CHANGED
  }

  public ClassRecords(Database database) {
    this.database = database;
  }

  /**
   * The first ones in that order.
   *
   * @param tasksetClass null: of all
   * @param limit how many at most; 1 or more
   * @throws io.rrrspec.common.UsageException if there is no run of this taskset_class
   */
  public List<ClassRecord> find(
      @Nullable String tasksetClass, ClassWindow window, Order order, int limit) {
    return database.read(
        handle -> {
          List<Tally> all = new ArrayList<>();
          for (TasksetClass each : TasksetClass.named(handle, tasksetClass)) {
            all.addAll(tallies(handle, each, window).values());
          }
          return first(all, order, limit).stream().map(Tally::record).toList();
        });
  }

  /** There may be 50,000 in one run: sorting all of them takes longer than reading them. */
  private static List<Tally> first(List<Tally> all, Order order, int limit) {
    Comparator<Tally> comparator = comparator(order);
    PriorityQueue<Tally> first = new PriorityQueue<>(comparator.reversed());
    for (Tally tally : all) {
      if (belongs(tally, order)) {
        first.add(tally);
        if (first.size() > limit) {
          first.remove();
        }
      }
    }
    return first.stream().sorted(comparator).toList();
  }

  private static boolean belongs(Tally tally, Order order) {
    return switch (order) {
      case SLOWEST -> tally.timed > 0;
      case MOST_FAILING -> tally.failed > 0;
      case CHANGED -> tally.changed != null;
    };
  }

  private static Comparator<Tally> comparator(Order order) {
    Comparator<Tally> first =
        switch (order) {
          case SLOWEST -> Comparator.comparingDouble(Tally::mean);
          case MOST_FAILING ->
              Comparator.<Tally>comparingInt(t -> t.failed)
                  .thenComparingDouble(t -> (double) t.failed / t.runs);
          case CHANGED -> Comparator.comparingLong(t -> t.changed == null ? 0 : t.changed.number);
        };
    return first.reversed().thenComparing(tally -> tally.spec);
  }

  private static Map<String, Tally> tallies(Handle handle, TasksetClass of, ClassWindow window) {
    Map<String, Tally> bySpec = new HashMap<>();
    Map<Long, Run> together = new HashMap<>();
    int tasks = 0;
    int tasksTogether = 0;
    for (Run run : runs(handle, of, window)) {
      if (tasks > 0 && tasks + run.tasks > MAX_TASKS) {
        break;
      }
      if (together.size() == RUNS_TOGETHER || tasksTogether + run.tasks > TASKS_TOGETHER) {
        add(handle, of, together, bySpec);
        together.clear();
        tasksTogether = 0;
      }
      together.put(run.number, run);
      tasks += run.tasks;
      tasksTogether += run.tasks;
    }
    add(handle, of, together, bySpec);
    return bySpec;
  }

  /** The next older runs, in one query: one for each would take longer than what they read. */
  private static void add(
      Handle handle, TasksetClass of, Map<Long, Run> runs, Map<String, Tally> bySpec) {
    if (runs.isEmpty()) {
      return;
    }
    handle
        .createQuery(
            "SELECT spec_file, status, duration_ms, taskset_id FROM task WHERE taskset_id IN"
                + " (<runs>) AND status <> ''"
                + (runs.size() == 1 ? "" : " ORDER BY taskset_id DESC"))
        .bindList("runs", List.copyOf(runs.keySet()))
        .scanResultSet(
            (rows, context) -> {
              ResultSet row = rows.get();
              while (row.next()) {
                String spec = row.getString(1);
                Run run = Objects.requireNonNull(runs.get(row.getLong(4)));
                bySpec.computeIfAbsent(spec, s -> new Tally(of.name(), s)).add(run, row);
              }
              return bySpec;
            });
  }

  private static List<Run> runs(Handle handle, TasksetClass of, ClassWindow window) {
    return handle
        .createQuery(
            "SELECT id, task_count, redis_key, finished_ms FROM taskset WHERE class_hash = :class"
                + " AND id >= :first AND NOT partial_run AND NOT cached ORDER BY class_hash DESC,"
                + " id DESC LIMIT :limit")
        .bind("class", of.hash())
        .bind("first", window.firstRun(handle, of.hash()))
        .bind("limit", MAX_TASKS)
        .map(
            (row, context) ->
                new Run(
                    row.getLong(1),
                    row.getInt(2),
                    row.getString(3),
                    SqlTime.read(row, "finished_ms")))
        .list();
  }

  private record Run(long number, int tasks, String key, @Nullable Instant finishedAt) {}

  /** One class, while runs are added, newest first. */
  private static final class Tally {
    private final String tasksetClass;
    final String spec;
    int runs;
    int failed;
    int timed;
    private long millis;
    private @Nullable TaskStatus last;
    private @Nullable TaskStatus newer;
    private @Nullable Run newerRun;
    @Nullable Run changed;

    Tally(String tasksetClass, String spec) {
      this.tasksetClass = tasksetClass;
      this.spec = spec;
    }

    void add(Run run, ResultSet row) throws SQLException {
      TaskStatus status = TaskStatus.parse(row.getString(2));
      long duration = row.getLong(3);
      if (!row.wasNull()) {
        timed++;
        millis += duration;
      }
      runs++;
      boolean red = status == TaskStatus.FAILED;
      failed += red ? 1 : 0;
      if (last == null) {
        last = status;
      } else if (changed == null && red != (newer == TaskStatus.FAILED)) {
        changed = newerRun;
      }
      newer = status;
      newerRun = run;
    }

    double mean() {
      return (double) millis / timed;
    }

    ClassRecord record() {
      Run at = changed;
      return new ClassRecord(
          tasksetClass,
          spec,
          runs,
          failed,
          timed == 0 ? null : Duration.ofMillis(Math.round(mean())),
          last == null ? TaskStatus.UNDECIDED : last,
          at == null ? null : at.key,
          at == null ? null : at.finishedAt);
    }
  }
}
