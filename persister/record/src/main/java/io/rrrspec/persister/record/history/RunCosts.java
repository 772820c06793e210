package io.rrrspec.persister.record.history;

import io.rrrspec.persister.record.database.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What past runs of a taskset_class have cost as a whole. */
public final class RunCosts {
  private static final String TASKS =
      "SELECT COUNT(*), COUNT(jvm) + COUNT(quick) + COUNT(parts) FROM task"
          + " WHERE taskset_id = :run";

  private static final String SLAVES =
      "SELECT MIN(started_ms), MAX(finished_ms), SUM(cpu_ms), SUM(CASE WHEN verdict IN"
          + " ('passed', 'pending') AND started_ms IS NOT NULL AND finished_ms IS NOT NULL AND"
          + " cpu_ms IS NOT NULL THEN 0 ELSE 1 END) FROM trial WHERE taskset_id = :run"
          + " GROUP BY slave_key";

  private final Database database;

  public RunCosts(Database database) {
    this.database = database;
  }

  /**
   * Reads the newest whole runs: two queries for each, along the primary keys. One with a trial
   * that was bad, lost or not measured is left out, since it did more, or less, than others.
   *
   * @param most so many runs are looked at; 1 or more
   * @return newest first
   */
  public List<RunCost> newest(String tasksetClass, int most) {
    return database.read(
        handle -> {
          List<RunCost> costs = new ArrayList<>();
          for (long run : ClassHistory.newestRuns(handle, tasksetClass, most)) {
            RunCost cost = cost(handle, run);
            if (cost != null) {
              costs.add(cost);
            }
          }
          return costs;
        });
  }

  private static @Nullable RunCost cost(Handle handle, long run) {
    Trials trials =
        handle
            .createQuery(SLAVES)
            .bind("run", run)
            .scanResultSet((rows, context) -> Trials.of(rows.get()));
    if (!trials.good || trials.busySlaves.isEmpty()) {
      return null;
    }
    return handle
        .createQuery(TASKS)
        .bind("run", run)
        .map(
            (row, context) ->
                new RunCost(
                    row.getInt(1),
                    row.getInt(2) > 0,
                    trials.slavesAtOnce(),
                    Duration.ofMillis(trials.end - trials.begin),
                    Duration.ofMillis(trials.processorMillis)))
        .one();
  }

  /** The trials of a run. */
  private static final class Trials {
    /** By how much the number of slaves changes, by the time in ms. */
    private final TreeMap<Long, Integer> busySlaves = new TreeMap<>();

    private long begin = Long.MAX_VALUE;
    private long end;
    private long processorMillis;
    private boolean good = true;

    static Trials of(ResultSet row) throws SQLException {
      Trials trials = new Trials();
      while (row.next()) {
        trials.add(row.getLong(1), row.getLong(2), row.getLong(3), row.getInt(4) == 0);
      }
      return trials;
    }

    private void add(long from, long to, long processor, boolean isGood) {
      good &= isGood && to >= from;
      begin = Math.min(begin, from);
      end = Math.max(end, to);
      processorMillis += processor;
      busySlaves.merge(from, 1, Integer::sum);
      busySlaves.merge(to, -1, Integer::sum);
    }

    int slavesAtOnce() {
      int now = 0;
      int most = 1;
      for (Map.Entry<Long, Integer> change : busySlaves.entrySet()) {
        now += change.getValue();
        most = Math.max(most, now);
      }
      return most;
    }
  }
}
