package io.rrrspec.persister.record.history;

import io.rrrspec.persister.record.database.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What starting a test JVM of a launch is expected to take: of each run the median of its starts,
 * and of these the weighted median that {@link Estimates#usual} takes of the durations of a class.
 */
final class StartCosts {
  /** Launches of newer runs come first; a build has some hundreds. */
  private static final int MAX_LAUNCHES = 10_000;

  /** So many starts are looked at, at most: memory and time stay bounded for huge runs. */
  private static final int MAX_STARTS = 200_000;

  private final Database database;

  StartCosts(Database database) {
    this.database = database;
  }

  /**
   * Reads them: one query per run, along the primary key.
   *
   * @param runs the numbers of runs, newest first
   * @return by the name of the launch; without launches of which no JVM took a task
   */
  Map<String, Duration> of(List<Long> runs) {
    Map<String, List<Duration>> newestFirst = new HashMap<>();
    int starts = 0;
    for (Long run : runs) {
      Map<String, List<Duration>> ofRun = starts(run, MAX_STARTS - starts);
      ofRun.forEach(
          (launch, costs) -> {
            if (newestFirst.containsKey(launch) || newestFirst.size() < MAX_LAUNCHES) {
              newestFirst.computeIfAbsent(launch, name -> new ArrayList<>(1)).add(median(costs));
            }
          });
      starts += ofRun.values().stream().mapToInt(List::size).sum();
      if (starts >= MAX_STARTS) {
        break;
      }
    }
    Map<String, Duration> expected = new HashMap<>();
    newestFirst.forEach((launch, costs) -> expected.put(launch, Estimates.usual(costs)));
    return expected;
  }

  private Map<String, List<Duration>> starts(long run, int most) {
    return database.read(
        handle ->
            handle
                .createQuery(
                    "SELECT launch, ready_ms - started_ms FROM slave WHERE taskset_id = :run AND"
                        + " launch IS NOT NULL AND ready_ms >= started_ms LIMIT :most")
                .bind("run", run)
                .bind("most", most)
                .scanResultSet((rows, context) -> byLaunch(rows.get())));
  }

  private static Map<String, List<Duration>> byLaunch(ResultSet row) throws SQLException {
    Map<String, List<Duration>> starts = new HashMap<>();
    while (row.next()) {
      starts
          .computeIfAbsent(row.getString(1), name -> new ArrayList<>(1))
          .add(Duration.ofMillis(row.getLong(2)));
    }
    return starts;
  }

  /** Of two in the middle the longer one. */
  private static Duration median(List<Duration> costs) {
    return costs.stream().sorted().skip(costs.size() / 2).findFirst().orElseThrow();
  }
}
