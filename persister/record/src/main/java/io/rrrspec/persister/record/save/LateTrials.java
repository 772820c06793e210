package io.rrrspec.persister.record.save;

import io.rrrspec.common.model.Trial;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.PackedKeys;
import java.util.Iterator;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Writes trials that got their result, or came into being, after their taskset was saved: the loser
 * of two that ran at once, or what a foreign slave finished regardless. They decide nothing any
 * more, so neither the task's row nor failed tests change.
 */
final class LateTrials {
  private final Handle handle;
  private final long tasksetId;
  private final String tasksetKey;
  private final String tasksetClass;

  LateTrials(Handle handle, long tasksetId, String tasksetKey, String tasksetClass) {
    this.handle = handle;
    this.tasksetId = tasksetId;
    this.tasksetKey = tasksetKey;
    this.tasksetClass = tasksetClass;
  }

  /** Takes them all; those that are saved with a result already are skipped. */
  void write(Iterator<Trial> trials) {
    try (TrialBatch batch = new TrialBatch(handle, tasksetId)) {
      while (trials.hasNext()) {
        Trial trial = trials.next();
        String spec = PackedKeys.specFile(tasksetKey, trial.taskKey());
        Optional<Integer> taskNo = spec == null ? Optional.empty() : taskNo(spec);
        taskNo.ifPresent(no -> write(batch, no, trial));
      }
    }
  }

  private void write(TrialBatch batch, int taskNo, Trial trial) {
    Optional<SavedTrial> saved = saved(taskNo, trial.key());
    if (saved.isPresent() && (!saved.get().open || !trial.status().isFinal())) {
      return;
    }
    saved.ifPresent(open -> delete(taskNo, open.trialNo));
    int trialNo = saved.map(SavedTrial::trialNo).orElseGet(() -> nextNo(taskNo));
    batch.add(taskNo, trialNo, trial.taskKey(), PackedTrial.of(trial));
    // At once: the next one may be of the same task and asks for its number.
    batch.send();
  }

  private Optional<Integer> taskNo(String specFile) {
    return handle
        .createQuery("SELECT task_no FROM task WHERE spec_hash = :hash AND taskset_id = :taskset")
        .bind("hash", Hash.of(tasksetClass, specFile))
        .bind("taskset", tasksetId)
        .mapTo(Integer.class)
        .findOne();
  }

  private Optional<SavedTrial> saved(int taskNo, String trialKey) {
    return handle
        .createQuery(
            "SELECT trial_no, status FROM trial WHERE taskset_id = :taskset AND task_no = :task"
                + " AND key_hash = :hash")
        .bind("taskset", tasksetId)
        .bind("task", taskNo)
        .bind("hash", Hash.of(trialKey))
        .map((row, context) -> new SavedTrial(row.getInt(1), row.getString(2).isEmpty()))
        .findOne();
  }

  private int nextNo(int taskNo) {
    return handle
        .createQuery(
            "SELECT COALESCE(MAX(trial_no), -1) + 1 FROM trial WHERE taskset_id = :taskset AND"
                + " task_no = :task")
        .bind("taskset", tasksetId)
        .bind("task", taskNo)
        .mapTo(Integer.class)
        .one();
  }

  private void delete(int taskNo, int trialNo) {
    handle
        .createUpdate(
            "DELETE FROM trial WHERE taskset_id = :taskset AND task_no = :task AND trial_no ="
                + " :trial")
        .bind("taskset", tasksetId)
        .bind("task", taskNo)
        .bind("trial", trialNo)
        .execute();
  }

  private record SavedTrial(int trialNo, boolean open) {}
}
