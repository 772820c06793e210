package io.rrrspec.persister.db;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import org.jdbi.v3.core.Handle;

/** Inserts trials. */
final class TrialBatch implements AutoCloseable {
  private static final String INSERT =
      "INSERT INTO trial (taskset_id, task_no, trial_no, key_hash, trial_name, slave_key,"
          + " started_ms, finished_ms, status, verdict, passed, pending, failed, threads_left,"
          + " reason, stdout, stderr, cases) VALUES (:taskset, :task, :trial, :hash, :name,"
          + " :slave, :started, :finished, :status, :verdict, :passed, :pending, :failed,"
          + " :threads, :reason, :stdout, :stderr, :cases)";

  private final long tasksetId;
  private final Batch batch;

  TrialBatch(Handle handle, long tasksetId) {
    this.tasksetId = tasksetId;
    this.batch = new Batch(handle, INSERT);
  }

  void add(int taskNo, int trialNo, String taskKey, PackedTrial packed) {
    Trial trial = packed.trial();
    TrialVerdict verdict = trial.verdict();
    batch
        .row()
        .bind("taskset", tasksetId)
        .bind("task", taskNo)
        .bind("trial", trialNo)
        .bind("hash", Hash.of(trial.key()))
        .bind("name", SqlText.clean(RedisKeys.trialName(taskKey, trial.key())))
        .bind("slave", SqlText.clean(trial.slaveKey()))
        .bind("started", SqlTime.millis(trial.startedAt()))
        .bind("finished", SqlTime.millis(trial.finishedAt()))
        .bind("status", trial.status().text())
        .bind("verdict", verdict == null ? null : verdict.text())
        .bind("passed", trial.passed())
        .bind("pending", trial.pending())
        .bind("failed", trial.failed())
        .bind("threads", trial.threadsLeft())
        .bind("reason", SqlText.cleanOrNull(trial.reason()));
    batch.bind("stdout", packed.stdout());
    batch.bind("stderr", packed.stderr());
    batch.bind("cases", packed.cases());
    if (batch.add()) {
      batch.send();
    }
  }

  void send() {
    batch.send();
  }

  @Override
  public void close() {
    batch.close();
  }
}
