package io.rrrspec.persister.record;

import io.rrrspec.common.model.TaskStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tasks of a run, some at a time. */
public final class RunTasks {
  /** More tasks are on no page. */
  public static final int MAX_PER_PAGE = 1_000;

  private final Database database;

  /** Which tasks. */
  public enum Which {
    /** All of them. */
    ALL("", "SELECT COUNT(*) FROM task WHERE taskset_id = :run"),
    /** Those that were decided as failed. */
    FAILED(
        " AND status = 'failed'",
        "SELECT COUNT(*) FROM task WHERE taskset_id = :run AND status = 'failed'"),
    /**
     * Those with more than one trial; the second one has the number 1. MariaDB and MySQL, who alone
     * read the comment, would rather count in the rows, with all output.
     */
    RETRIED(
        " AND EXISTS (SELECT 1 FROM trial x WHERE x.taskset_id = task.taskset_id AND x.task_no ="
            + " task.task_no AND x.trial_no = 1)",
        "SELECT COUNT(*) FROM trial /*! FORCE INDEX (trial_key) */ WHERE taskset_id = :run AND"
            + " trial_no = 1");

    private final String condition;
    private final String count;

    Which(String condition, String count) {
      this.condition = condition;
      this.count = count;
    }
  }

  public RunTasks(Database database) {
    this.database = database;
  }

  /**
   * The next tasks, in the order in which they were saved.
   *
   * @param run the run's number
   * @param after the number of the last task that is known; 0: from the first one on
   * @param limit how many at most; 1 to {@link #MAX_PER_PAGE}
   */
  public List<TaskLine> page(long run, Which which, int after, int limit) {
    if (limit < 1 || limit > MAX_PER_PAGE) {
      throw new IllegalArgumentException("1 to " + MAX_PER_PAGE + " tasks, not " + limit);
    }
    OneRun one = new OneRun(database, run);
    Map<String, ?> parameters = Map.of("after", after, "limit", limit);
    // In the order of the whole key: otherwise H2 sorts all that follow.
    List<TaskLine> tasks =
        one.list(
            "SELECT task_no, spec_file, status, estimate_ms, duration_ms FROM task WHERE taskset_id"
                + " = :run AND task_no > :after"
                + which.condition
                + " ORDER BY taskset_id, task_no LIMIT :limit",
            parameters,
            row -> read(row, 0));
    return tasks.isEmpty() ? tasks : withTrials(one, tasks);
  }

  private static List<TaskLine> withTrials(OneRun one, List<TaskLine> tasks) {
    Map<Integer, Integer> trials = new HashMap<>();
    String numbers =
        tasks.stream().map(task -> "" + task.taskNo()).collect(Collectors.joining(", "));
    one.list(
            // H2 goes along the index with the ends alone, and not with the list.
            "SELECT task_no, COUNT(*) FROM trial WHERE taskset_id = :run AND task_no >= :first AND"
                + " task_no <= :last AND task_no IN ("
                + numbers
                + ") GROUP BY task_no",
            Map.of("first", tasks.get(0).taskNo(), "last", tasks.get(tasks.size() - 1).taskNo()),
            row -> Map.entry(row.getInt(1), row.getInt(2)))
        .forEach(count -> trials.put(count.getKey(), count.getValue()));
    return tasks.stream()
        .map(
            t ->
                new TaskLine(
                    t.taskNo(),
                    t.specFile(),
                    t.status(),
                    t.estimate(),
                    t.duration(),
                    trials.getOrDefault(t.taskNo(), 0)))
        .toList();
  }

  /**
   * One task by its name; empty if the run has none of that name.
   *
   * @param tasksetClass that of the run
   */
  public Optional<TaskLine> find(long run, String tasksetClass, String specFile) {
    OneRun one = new OneRun(database, run);
    Optional<TaskLine> found =
        one.find(
            "SELECT task_no, spec_file, status, estimate_ms, duration_ms FROM task WHERE spec_hash"
                + " = :hash AND taskset_id = :run",
            Map.of("hash", Hash.of(tasksetClass, specFile)),
            row -> read(row, 0));
    return found.flatMap(task -> withTrials(one, List.of(task)).stream().findFirst());
  }

  /** How many there are. */
  public long count(long run, Which which) {
    return new OneRun(database, run).count(which.count);
  }

  private static TaskLine read(ResultSet row, int trials) throws SQLException {
    return new TaskLine(
        row.getInt("task_no"),
        row.getString("spec_file"),
        TaskStatus.parse(row.getString("status")),
        millis(row, "estimate_ms"),
        millis(row, "duration_ms"),
        trials);
  }

  private static @Nullable Duration millis(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }
}
