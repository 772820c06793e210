package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.run.CaseOutcomes;
import io.rrrspec.persister.record.row.Cases;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * A saved trial that counts, with what it proves.
 *
 * @param tasksetId its run
 * @param taskNo its task there
 * @param trialNo its number there
 * @param worker what its slave's key begins with
 * @param outcomes of its tests
 */
record CountedTrial(long tasksetId, int taskNo, int trialNo, String worker, CaseOutcomes outcomes) {
  /** The verdicts of trials that count, for SQL. */
  static final String COUNTS = "verdict IN ('passed', 'pending', 'bad')";

  /**
   * The task k is of one of some runs. H2 goes along the index with the ends, not with the list.
   */
  static final String IN_RUNS =
      "k.taskset_id >= :oldest AND k.taskset_id <= :newest AND k.taskset_id IN (<runs>)";

  /**
   * Those of one spec_file in some runs in which it did not depend on the order, run first, in it
   * the oldest trial first.
   */
  static List<CountedTrial> of(Handle handle, byte[] specHash, List<Long> runs) {
    return handle
        .createQuery(
            "SELECT x.taskset_id, x.task_no, x.trial_no, x.slave_key, x.status, x.cases FROM task k"
                + " JOIN trial x ON x.taskset_id = k.taskset_id AND x.task_no = k.task_no"
                + " WHERE k.spec_hash = :spec AND k.order_dependence IS NULL AND (k.quick IS NULL"
                + " OR k.quick <> 'refused') AND "
                + IN_RUNS
                + " AND x."
                + COUNTS
                + " ORDER BY x.taskset_id DESC, x.trial_no")
        .bind("spec", specHash)
        .bindList("runs", runs)
        .bind("oldest", Collections.min(runs))
        .bind("newest", Collections.max(runs))
        .map((row, context) -> read(row))
        .list();
  }

  private static CountedTrial read(ResultSet row) throws SQLException {
    TrialStatus status = TrialStatus.parse(row.getString("status"));
    return new CountedTrial(
        row.getLong("taskset_id"),
        row.getInt("task_no"),
        row.getInt("trial_no"),
        worker(row.getString("slave_key")),
        new CaseOutcomes(status, Cases.unpack(row, "cases")));
  }

  /** The worker in a slave's key. */
  static String worker(String slaveKey) {
    return Keys.isSlave(slaveKey) ? Keys.workerOf(slaveKey) : slaveKey;
  }
}
