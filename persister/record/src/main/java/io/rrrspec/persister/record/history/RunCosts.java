package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.RunWay;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Hash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What past runs of a whole project on one machine have cost. */
public final class RunCosts {
  private static final String RUNS =
      "SELECT id, way, CASE WHEN succeeded_count = task_count THEN 1 ELSE 0 END FROM taskset"
          + " WHERE class_hash = :class AND way IS NOT NULL AND NOT partial_run AND NOT cached"
          + " AND task_count BETWEEN :least AND :most ORDER BY class_hash DESC, id DESC LIMIT :runs";

  private static final String TRIALS =
      "SELECT MIN(started_ms), MAX(finished_ms), SUM(cpu_ms), SUM(CASE WHEN verdict IN"
          + " ('passed', 'pending') AND started_ms <= finished_ms AND cpu_ms IS NOT NULL THEN 0 ELSE"
          + " 1 END) FROM trial WHERE taskset_id = :run";

  private final Database database;

  public RunCosts(Database database) {
    this.database = database;
  }

  /**
   * Reads the newest of those that tell how they used the machine: one query for each, along the
   * primary key.
   *
   * @param processors of a machine with how many
   * @param least of how many classes, at least
   * @param most of how many classes, at most
   * @param runs so many runs at most; 1 or more
   * @return newest first
   */
  public List<RunCost> newest(String tasksetClass, int processors, int least, int most, int runs) {
    return database.read(
        handle -> {
          List<RunCost> costs = new ArrayList<>();
          for (Run run : runs(handle, tasksetClass, least, most, runs)) {
            if (run.way != null && run.way.processors() == processors) {
              costs.add(cost(handle, run, run.way.kind()));
            }
          }
          return costs;
        });
  }

  private record Run(long number, @Nullable RunWay way, boolean succeeded) {}

  private static List<Run> runs(Handle handle, String tasksetClass, int least, int most, int runs) {
    return handle
        .createQuery(RUNS)
        .bind("class", Hash.of(tasksetClass))
        .bind("least", least)
        .bind("most", most)
        .bind("runs", runs)
        .map(
            (row, context) ->
                new Run(row.getLong(1), RunWay.parse(row.getString(2)), row.getInt(3) == 1))
        .list();
  }

  private static RunCost cost(Handle handle, Run run, RunWay.Kind way) {
    return handle
        .createQuery(TRIALS)
        .bind("run", run.number)
        .map(
            (row, context) -> {
              Duration took = Duration.ofMillis(row.getLong(2) - row.getLong(1));
              Duration processor = Duration.ofMillis(row.getLong(3));
              // Without any trial the sum is NULL, and reads as 0.
              boolean measured = row.getInt(4) == 0 && !row.wasNull();
              return new RunCost(way, run.succeeded && measured, took, processor);
            })
        .one();
  }
}
