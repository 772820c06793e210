package io.rrrspec.persister.record;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads the tasks of a run with all their trials, some at a time: memory does not grow with it. */
public final class RunStream {
  /** So few that their output, up to a megabyte each, fits into a small heap. */
  private static final int CHUNK = 50;

  private final Database database;

  public RunStream(Database database) {
    this.database = database;
  }

  /**
   * Hands over all tasks in their order; none if the run was never saved.
   *
   * @throws ServiceException at the end, if the run was deleted meanwhile
   */
  public void each(Taskset taskset, Consumer<List<FinishedTask>> chunks) {
    Optional<Long> run = database.read(handle -> TasksetRow.number(handle, taskset.id()));
    int last = 0;
    while (run.isPresent()) {
      int after = last;
      List<Row> rows = database.read(handle -> tasks(handle, run.get(), after));
      if (rows.isEmpty()) {
        requireStillThere(taskset);
        return;
      }
      last = rows.get(rows.size() - 1).taskNo;
      int to = last;
      List<Trial> trials = database.read(handle -> trials(handle, run.get(), after, to));
      var byTask = trials.stream().collect(Collectors.groupingBy(Trial::taskKey));
      chunks.accept(
          rows.stream()
              .map(row -> row.with(taskset, byTask.getOrDefault(key(taskset, row), List.of())))
              .toList());
    }
  }

  private void requireStillThere(Taskset taskset) {
    if (database.read(handle -> TasksetRow.number(handle, taskset.id())).isEmpty()) {
      throw new ServiceException(
          taskset.key()
              + " was deleted while it was read: keep_runs and keep_days say what is kept");
    }
  }

  private static String key(Taskset taskset, Row row) {
    return RedisKeys.task(taskset.key(), row.specFile);
  }

  /** In the order of the whole key: otherwise H2 sorts all that follow, for each chunk. */
  private static List<Row> tasks(Handle handle, long run, int after) {
    return handle
        .createQuery(
            "SELECT task_no, spec_file, status, estimate_ms FROM task WHERE taskset_id = :run AND"
                + " task_no > :after ORDER BY taskset_id, task_no LIMIT :limit")
        .bind("run", run)
        .bind("after", after)
        .bind("limit", CHUNK)
        .map((row, context) -> Row.read(row))
        .list();
  }

  private static List<Trial> trials(Handle handle, long run, int after, int to) {
    return handle
        .createQuery(
            "SELECT x.*, k.spec_file, s.redis_key FROM trial x JOIN task k ON k.taskset_id ="
                + " x.taskset_id AND k.task_no = x.task_no JOIN taskset s ON s.id = x.taskset_id"
                + " WHERE x.taskset_id = :run AND x.task_no > :after AND x.task_no <= :to ORDER BY"
                + " x.taskset_id, x.task_no, x.trial_no")
        .bind("run", run)
        .bind("after", after)
        .bind("to", to)
        .map((row, context) -> TrialRow.read(row))
        .list();
  }

  private record Row(int taskNo, String specFile, TaskStatus status, @Nullable Duration estimate) {

    static Row read(ResultSet row) throws SQLException {
      long millis = row.getLong("estimate_ms");
      Duration estimate = row.wasNull() ? null : Duration.ofMillis(millis);
      return new Row(
          row.getInt("task_no"),
          row.getString("spec_file"),
          TaskStatus.parse(row.getString("status")),
          estimate);
    }

    FinishedTask with(Taskset taskset, List<Trial> trials) {
      List<String> keys = trials.stream().map(Trial::key).toList();
      return new FinishedTask(
          new Task(key(taskset, this), taskset.key(), specFile, status, estimate, keys), trials);
    }
  }
}
