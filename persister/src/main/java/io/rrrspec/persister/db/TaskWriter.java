package io.rrrspec.persister.db;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.db.FailedCases.FailedCase;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Inserts the tasks of one taskset with their trials and failed tests, within a transaction. */
final class TaskWriter implements AutoCloseable {
  private static final int MAX_MESSAGE = 2_000;

  private final long tasksetId;
  private final String tasksetClass;
  private final Batch tasks;
  private final TrialBatch trials;
  private final Batch failedCases;
  // Another make may have listed a task twice; the second row would make every repeat fail.
  private final Set<String> written = new HashSet<>();

  TaskWriter(Handle handle, long tasksetId, String tasksetClass) {
    this.tasksetId = tasksetId;
    this.tasksetClass = tasksetClass;
    this.tasks =
        new Batch(
            handle,
            "INSERT INTO task (taskset_id, task_no, spec_hash, spec_file, status, estimate_ms,"
                + " duration_ms) VALUES (:taskset, :task, :hash, :spec, :status, :estimate,"
                + " :duration)");
    this.trials = new TrialBatch(handle, tasksetId);
    this.failedCases =
        new Batch(
            handle,
            "INSERT INTO failed_case (taskset_id, task_no, trial_no, case_no, test_hash,"
                + " class_name, name, outcome, duration_ms, message, flaky) VALUES (:taskset,"
                + " :task, :trial, :case, :hash, :class, :name, :outcome, :duration, :message,"
                + " :flaky)");
  }

  /** Takes one task; what was written before is ignored. */
  void write(PackedTask packed) {
    Task task = packed.task();
    if (!written.add(task.specFile())) {
      return;
    }
    int taskNo = written.size();
    writeTask(taskNo, task, packed.trials());
    for (int i = 0; i < packed.trials().size(); i++) {
      trials.add(taskNo, i, task.key(), packed.trials().get(i));
    }
    packed.failed().forEach(failed -> writeCase(taskNo, failed));
  }

  /** Sends the rest. */
  void finish() {
    tasks.send();
    trials.send();
    failedCases.send();
  }

  private void writeTask(int taskNo, Task task, List<PackedTrial> trialsOfIt) {
    Duration estimate = task.estimate();
    PreparedBatch row = tasks.row();
    row.bind("taskset", tasksetId)
        .bind("task", taskNo)
        .bind("hash", Hash.of(tasksetClass, task.specFile()))
        .bind("spec", SqlText.clean(task.specFile()))
        .bind("status", task.status().text())
        .bind("estimate", estimate == null ? null : estimate.toMillis())
        .bind("duration", goodMillis(trialsOfIt));
    if (tasks.add()) {
      tasks.send();
    }
  }

  private void writeCase(int taskNo, FailedCase failed) {
    String message = failed.result().message();
    failedCases
        .row()
        .bind("taskset", tasksetId)
        .bind("task", taskNo)
        .bind("trial", failed.trialNo())
        .bind("case", failed.caseNo())
        .bind("hash", Hash.of(tasksetClass, failed.result().className(), failed.result().name()))
        .bind("class", SqlText.clean(failed.result().className()))
        .bind("name", SqlText.clean(failed.result().name()))
        .bind("outcome", SqlEnum.text(failed.result().outcome()))
        .bind("duration", failed.result().millis())
        .bind("message", message == null ? null : SqlText.clean(message, MAX_MESSAGE))
        .bind("flaky", failed.flaky());
    if (failedCases.add()) {
      failedCases.send();
    }
  }

  /** What the deciding good trial took; null if there is none or its times make no sense. */
  private static @Nullable Long goodMillis(List<PackedTrial> trials) {
    for (PackedTrial packed : trials) {
      Trial trial = packed.trial();
      boolean good =
          trial.verdict() == TrialVerdict.PASSED || trial.verdict() == TrialVerdict.PENDING;
      if (good && trial.startedAt() != null && trial.finishedAt() != null) {
        long millis = trial.duration().toMillis();
        return millis < 0 ? null : millis;
      }
    }
    return null;
  }

  @Override
  public void close() {
    tasks.close();
    trials.close();
    failedCases.close();
  }
}
