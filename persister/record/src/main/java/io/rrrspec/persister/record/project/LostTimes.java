package io.rrrspec.persister.record.project;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Hash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Sums up, within the database, what retries and flaky tests cost in the last runs. */
public final class LostTimes {
  /** In so many classes of all runs together: then older runs are left out. */
  private static final int MAX_TASKS = 60_000;

  /** So many trials are summed up at most, of each kind. */
  private static final int MAX_TRIALS = 20_000;

  private static final String TOOK =
      "COUNT(*), COALESCE(SUM(COALESCE(x.took_ms, x.finished_ms - x.started_ms)), 0)";

  private static final String TRIALS =
      " ON x.taskset_id = r.taskset_id AND x.task_no = r.task_no AND x.trial_no = r.trial_no";

  // MariaDB and MySQL, who alone read the comment, would rather look into the rows, with all
  // output.
  private static final String RETRIES =
      "SELECT "
          + TOOK
          + " FROM (SELECT taskset_id, task_no, trial_no FROM trial /*! FORCE INDEX (trial_key) */"
          + " WHERE taskset_id IN (<runs>) AND trial_no > 0 LIMIT :most) r JOIN trial x"
          + TRIALS;

  private static final String FLAKY =
      "SELECT "
          + TOOK
          + " FROM (SELECT DISTINCT taskset_id, task_no, trial_no FROM flaky_case WHERE class_hash"
          + " = :class AND taskset_id >= :oldest AND taskset_id <= :newest LIMIT :most) r JOIN"
          + " trial x"
          + TRIALS;

  private final Database database;

  public LostTimes(Database database) {
    this.database = database;
  }

  /**
   * Sums up the newest runs of a project.
   *
   * @param project with the runs that are counted, as far as they have not too many classes; the
   *     newest one always is
   */
  public LostTime of(Project project) {
    List<Long> runs = newest(project.runs());
    return database.read(
        handle -> {
          Duration tests =
              Duration.ofMillis(
                  handle
                      .createQuery(
                          "SELECT COALESCE(SUM(duration_ms), 0) FROM task WHERE taskset_id IN"
                              + " (<runs>)")
                      .bindList("runs", runs)
                      .mapTo(Long.class)
                      .one());
          Sum retries = retries(handle, runs);
          Sum flaky = flaky(handle, project.name(), runs);
          return new LostTime(
              runs.size(), tests, retries.count, retries.took, flaky.count, flaky.took);
        });
  }

  private static List<Long> newest(List<ProjectRun> newestFirst) {
    List<Long> runs = new ArrayList<>();
    long tasks = 0;
    for (ProjectRun run : newestFirst) {
      tasks += run.tasks();
      if (!runs.isEmpty() && tasks > MAX_TASKS) {
        break;
      }
      runs.add(run.number());
    }
    return runs;
  }

  private static Sum retries(Handle handle, List<Long> runs) {
    return handle
        .createQuery(RETRIES)
        .bindList("runs", runs)
        .bind("most", MAX_TRIALS)
        .map((row, context) -> new Sum(row.getInt(1), Duration.ofMillis(row.getLong(2))))
        .one();
  }

  private static Sum flaky(Handle handle, String project, List<Long> runs) {
    return handle
        .createQuery(FLAKY)
        .bind("class", Hash.of(project))
        .bind("oldest", Collections.min(runs))
        .bind("newest", Collections.max(runs))
        .bind("most", MAX_TRIALS)
        .map((row, context) -> new Sum(row.getInt(1), Duration.ofMillis(row.getLong(2))))
        .one();
  }

  private record Sum(int count, Duration took) {}
}
