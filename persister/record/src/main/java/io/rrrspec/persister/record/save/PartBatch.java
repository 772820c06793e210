package io.rrrspec.persister.record.save;

import static io.rrrspec.persister.record.row.BulkInsert.column;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.persister.record.row.BulkInsert;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.row.SqlTime;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Inserts trials of parts of classes. */
final class PartBatch implements AutoCloseable {
  private final long tasksetId;
  private final BulkInsert rows;

  PartBatch(Handle handle, long tasksetId) {
    this.tasksetId = tasksetId;
    this.rows =
        new BulkInsert(
            handle,
            "part_trial",
            column("taskset_id", Types.BIGINT),
            column("task_no", Types.INTEGER),
            column("part_no", Types.INTEGER),
            column("trial_no", Types.INTEGER),
            column("trial_name", Types.VARCHAR),
            column("slave_key", Types.VARCHAR),
            column("started_ms", Types.BIGINT),
            column("finished_ms", Types.BIGINT),
            column("status", Types.VARCHAR),
            column("verdict", Types.VARCHAR),
            column("passed", Types.INTEGER),
            column("pending", Types.INTEGER),
            column("failed", Types.INTEGER),
            column("cpu_ms", Types.BIGINT),
            column("thread_cpu_ms", Types.BIGINT),
            column("thread_ready_ms", Types.BIGINT),
            column("reason", Types.VARCHAR));
  }

  /**
   * Adds those of one class.
   *
   * @param taskNo its number in the record
   */
  void add(int taskNo, List<PartTrial> parts) {
    Map<Integer, Integer> trials = new HashMap<>();
    for (PartTrial part : parts) {
      Trial trial = part.trial();
      TrialVerdict verdict = trial.verdict();
      rows.add(
          tasksetId,
          taskNo,
          part.part(),
          trials.merge(part.part(), 1, Integer::sum) - 1,
          SqlText.clean(Keys.lastPart(trial.key())),
          SqlText.clean(trial.slaveKey()),
          SqlTime.millis(trial.startedAt()),
          SqlTime.millis(trial.finishedAt()),
          trial.status().text(),
          verdict == null ? null : verdict.text(),
          trial.passed(),
          trial.pending(),
          trial.failed(),
          SqlTime.millis(trial.processorTime().process()),
          SqlTime.millis(trial.processorTime().thread()),
          SqlTime.millis(trial.processorTime().ready()),
          SqlText.cleanOrNull(trial.reason()));
    }
  }

  void send() {
    rows.send();
  }

  @Override
  public void close() {
    rows.close();
  }
}
