package io.rrrspec.persister.record.run;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.persister.record.row.SqlTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the trials of parts of classes. */
final class PartRows {
  static final String SELECT =
      "SELECT task_no, part_no, trial_name, slave_key, started_ms, finished_ms, status, verdict,"
          + " passed, pending, failed, cpu_ms, thread_cpu_ms, thread_ready_ms, reason FROM"
          + " part_trial WHERE taskset_id = :run AND task_no >= :first AND task_no <= :last ORDER"
          + " BY taskset_id, task_no, part_no, trial_no";

  private final Map<Integer, RunTask> byNumber = new HashMap<>();
  private int first = Integer.MAX_VALUE;
  private int last;

  /**
   * Makes a reader.
   *
   * @param tasks of one run; those that were not divided have no parts
   */
  PartRows(List<RunTask> tasks) {
    for (RunTask task : tasks) {
      if (task.task().split() != null) {
        byNumber.put(task.no(), task);
        first = Math.min(first, task.no());
        last = Math.max(last, task.no());
      }
    }
  }

  /** Whether nothing is to be read. */
  boolean isEmpty() {
    return byNumber.isEmpty();
  }

  /** The parameters of {@link #SELECT}. */
  Map<String, Integer> parameters() {
    return Map.of("first", first, "last", last);
  }

  /** Reads a row; empty if it is of another task. */
  Optional<PartTrial> read(ResultSet row) throws SQLException {
    RunTask of = byNumber.get(row.getInt("task_no"));
    if (of == null || of.task().split() == null) {
      return Optional.empty();
    }
    int part = row.getInt("part_no");
    int parts = of.task().split().parts();
    String key = ClassPart.taskOf(of.task().key(), part, parts);
    Trial trial =
        new Trial(
            Keys.trial(key, row.getString("trial_name")),
            key,
            row.getString("slave_key"),
            SqlTime.read(row, "started_ms"),
            SqlTime.read(row, "finished_ms"),
            TrialStatus.parse(row.getString("status")),
            TrialVerdict.parse(row.getString("verdict")),
            "",
            "",
            row.getInt("passed"),
            row.getInt("pending"),
            row.getInt("failed"),
            List.of(),
            row.getString("reason"),
            0,
            new ProcessorTime(
                SqlTime.readDuration(row, "cpu_ms"),
                SqlTime.readDuration(row, "thread_cpu_ms"),
                SqlTime.readDuration(row, "thread_ready_ms")),
            null,
            false,
            null,
            null);
    return Optional.of(new PartTrial(of.no(), part, parts, trial));
  }
}
