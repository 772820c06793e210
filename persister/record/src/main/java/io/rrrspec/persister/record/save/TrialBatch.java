package io.rrrspec.persister.record.save;

import static io.rrrspec.persister.record.row.BulkInsert.column;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.row.BulkInsert;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.PackedKeys;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.row.SqlTime;
import java.sql.Types;
import org.jdbi.v3.core.Handle;

/** Inserts trials. */
final class TrialBatch implements AutoCloseable {
  private final long tasksetId;
  private final BulkInsert rows;

  TrialBatch(Handle handle, long tasksetId) {
    this.tasksetId = tasksetId;
    this.rows =
        new BulkInsert(
            handle,
            "trial",
            column("taskset_id", Types.BIGINT),
            column("task_no", Types.INTEGER),
            column("trial_no", Types.INTEGER),
            column("key_hash", Types.BINARY),
            column("trial_name", Types.VARCHAR),
            column("slave_key", Types.VARCHAR),
            column("started_ms", Types.BIGINT),
            column("finished_ms", Types.BIGINT),
            column("took_ms", Types.BIGINT),
            column("status", Types.VARCHAR),
            column("verdict", Types.VARCHAR),
            column("passed", Types.INTEGER),
            column("pending", Types.INTEGER),
            column("failed", Types.INTEGER),
            column("threads_left", Types.INTEGER),
            column("cpu_ms", Types.BIGINT),
            column("thread_cpu_ms", Types.BIGINT),
            column("thread_ready_ms", Types.BIGINT),
            column("reason", Types.VARCHAR),
            column("stdout", Types.BINARY),
            column("stderr", Types.BINARY),
            column("cases", Types.BINARY),
            column("affinity", Types.VARCHAR),
            column("affinity_started", Types.BOOLEAN),
            column("tests_ran", Types.BIGINT));
  }

  void add(int taskNo, int trialNo, String taskKey, PackedTrial packed) {
    Trial trial = packed.trial();
    TrialVerdict verdict = trial.verdict();
    rows.add(
        tasksetId,
        taskNo,
        trialNo,
        Hash.of(trial.key()),
        SqlText.clean(PackedKeys.trialName(taskKey, trial.key())),
        SqlText.clean(trial.slaveKey()),
        SqlTime.millis(trial.startedAt()),
        SqlTime.millis(trial.finishedAt()),
        SqlTime.millis(trial.took()),
        trial.status().text(),
        verdict == null ? null : verdict.text(),
        trial.passed(),
        trial.pending(),
        trial.failed(),
        trial.threadsLeft(),
        SqlTime.millis(trial.processorTime().process()),
        SqlTime.millis(trial.processorTime().thread()),
        SqlTime.millis(trial.processorTime().ready()),
        SqlText.cleanOrNull(trial.reason()),
        packed.stdout(),
        packed.stderr(),
        packed.cases(),
        SqlText.cleanOrNull(trial.affinity()),
        trial.affinity() == null ? null : trial.affinityStarted(),
        packed.testsRan());
  }

  void send() {
    rows.send();
  }

  @Override
  public void close() {
    rows.close();
  }
}
