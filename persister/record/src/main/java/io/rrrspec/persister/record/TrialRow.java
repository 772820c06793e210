package io.rrrspec.persister.record;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads trials. */
final class TrialRow {
  private TrialRow() {}

  /** Reads all columns of {@code trial}, spec_file of its task and redis_key of its taskset. */
  static Trial read(ResultSet row) throws SQLException {
    String taskKey = RedisKeys.task(row.getString("redis_key"), row.getString("spec_file"));
    return new Trial(
        RedisKeys.trial(taskKey, row.getString("trial_name")),
        taskKey,
        row.getString("slave_key"),
        SqlTime.read(row, "started_ms"),
        SqlTime.read(row, "finished_ms"),
        TrialStatus.parse(row.getString("status")),
        TrialVerdict.parse(row.getString("verdict")),
        Blob.readText(row, "stdout"),
        Blob.readText(row, "stderr"),
        row.getInt("passed"),
        row.getInt("pending"),
        row.getInt("failed"),
        Cases.unpack(row, "cases"),
        row.getString("reason"),
        row.getInt("threads_left"));
  }
}
