package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Cases;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The history of single tests. */
public final class TestHistories {
  /** More runs are not looked at: all tests of its class are decompressed for each. */
  public static final int MAX_RUNS = 200;

  private final Database database;

  public TestHistories(Database database) {
    this.database = database;
  }

  /**
   * How a test fared in the last runs of its class, newest run first, in a run its oldest trial
   * first; only trials that count, and those in which it is.
   *
   * @param tasksetClass the name under which the runs are kept
   * @param specFile its task
   * @param className its class as reports name it
   * @param name its name as reports have it; of several with this name the first in each trial
   * @param runs how many runs at most; 1 to {@link #MAX_RUNS}
   */
  public List<TestResult> find(
      String tasksetClass, String specFile, String className, String name, int runs) {
    if (runs < 1 || runs > MAX_RUNS) {
      throw new IllegalArgumentException("1 to " + MAX_RUNS + " runs, not " + runs);
    }
    byte[] spec = Hash.of(tasksetClass, specFile);
    return database.read(
        handle -> {
          List<Long> newest = newest(handle, spec, runs);
          return newest.isEmpty() ? List.of() : read(handle, spec, className, name, newest);
        });
  }

  private static List<Long> newest(Handle handle, byte[] spec, int runs) {
    return handle
        .createQuery(
            "SELECT taskset_id FROM task WHERE spec_hash = :spec ORDER BY spec_hash DESC,"
                + " taskset_id DESC LIMIT :runs")
        .bind("spec", spec)
        .bind("runs", runs)
        .mapTo(Long.class)
        .list();
  }

  private static List<TestResult> read(
      Handle handle, byte[] spec, String className, String name, List<Long> runs) {
    return handle
        .createQuery(
            "SELECT x.taskset_id, s.redis_key, s.finished_ms, x.task_no, x.trial_no, x.slave_key,"
                + " x.cases FROM task k JOIN taskset s ON s.id = k.taskset_id JOIN trial x ON"
                + " x.taskset_id = k.taskset_id AND x.task_no = k.task_no WHERE k.spec_hash ="
                + " :spec AND "
                + CountedTrial.IN_RUNS
                + " AND s.ended_ms IS NOT NULL AND x."
                + CountedTrial.COUNTS
                + " ORDER BY x.taskset_id DESC, x.trial_no")
        .bind("spec", spec)
        .bindList("runs", runs)
        .bind("oldest", Collections.min(runs))
        .bind("newest", Collections.max(runs))
        .map((row, context) -> read(row, className, name))
        .list()
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<TestResult> read(ResultSet row, String className, String name)
      throws SQLException {
    for (CaseResult result : Cases.unpack(row, "cases")) {
      if (result.name().equals(name) && result.className().equals(className)) {
        return Optional.of(
            new TestResult(
                row.getLong("taskset_id"),
                row.getString("redis_key"),
                SqlTime.read(row, "finished_ms"),
                row.getInt("task_no"),
                row.getInt("trial_no"),
                row.getString("slave_key"),
                result.outcome(),
                Duration.ofMillis(result.millis()),
                result.toldMessage()));
      }
    }
    return Optional.empty();
  }
}
