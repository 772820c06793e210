package io.rrrspec.persister.record.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * The workers on which more went wrong in a run than right: a full disk fails everything, and what
 * failed there says nothing about the test.
 */
final class BadWorkers {
  /** Fewer bad tasks may be anybody's. */
  private static final int LEAST = 5;

  private final Handle handle;
  private final Map<Long, Set<String>> byRun = new HashMap<>();

  BadWorkers(Handle handle) {
    this.handle = handle;
  }

  /** Whether what failed in this trial may be the fault of its worker. */
  boolean mayBeToBlameFor(CountedTrial trial) {
    return byRun.computeIfAbsent(trial.tasksetId(), this::find).contains(trial.worker());
  }

  private Set<String> find(long tasksetId) {
    Map<String, int[]> tallies = new HashMap<>();
    handle
        .createQuery(
            "SELECT slave_key, verdict, COUNT(DISTINCT task_no) FROM trial WHERE taskset_id = :run AND "
                + CountedTrial.COUNTS
                + " GROUP BY slave_key, verdict")
        .bind("run", tasksetId)
        .map(
            (row, context) -> {
              int[] tally =
                  tallies.computeIfAbsent(
                      CountedTrial.worker(row.getString(1)), worker -> new int[2]);
              tally[row.getString(2).equals("bad") ? 1 : 0] += row.getInt(3);
              return tally;
            })
        .list();
    Set<String> bad = new HashSet<>();
    tallies.forEach(
        (worker, tally) -> {
          if (tally[1] >= LEAST && tally[1] > tally[0]) {
            bad.add(worker);
          }
        });
    return bad;
  }
}
