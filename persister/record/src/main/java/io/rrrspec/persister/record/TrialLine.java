package io.rrrspec.persister.record;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A trial of a run, without what it wrote.
 *
 * @param taskNo the number of its task, from 1
 * @param trialNo its number in the task, from 0
 * @param specFile its task
 * @param name the last part of its key, or the key as a whole if that is not below its task's
 * @param slave the key of its slave, in which the worker stands
 * @param startedAt when it began; null if unknown
 * @param finishedAt when it ended; null if unknown
 * @param status how it ended for its slave
 * @param verdict what was made of it, or null
 * @param passed how many of its tests passed
 * @param pending how many were skipped
 * @param failed how many failed
 */
public record TrialLine(
    int taskNo,
    int trialNo,
    String specFile,
    String name,
    String slave,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    TrialStatus status,
    @Nullable TrialVerdict verdict,
    int passed,
    int pending,
    int failed) {
  /** What {@link #read} wants to see, of the trial x and its task k. */
  static final String COLUMNS =
      "x.task_no, x.trial_no, k.spec_file, x.trial_name, x.slave_key, x.started_ms, x.finished_ms,"
          + " x.status, x.verdict, x.passed, x.pending, x.failed";

  static TrialLine read(ResultSet row) throws SQLException {
    return new TrialLine(
        row.getInt("task_no"),
        row.getInt("trial_no"),
        row.getString("spec_file"),
        row.getString("trial_name"),
        row.getString("slave_key"),
        SqlTime.read(row, "started_ms"),
        SqlTime.read(row, "finished_ms"),
        TrialStatus.parse(row.getString("status")),
        TrialVerdict.parse(row.getString("verdict")),
        row.getInt("passed"),
        row.getInt("pending"),
        row.getInt("failed"));
  }
}
