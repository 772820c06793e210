package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.Trial;
import io.rrrspec.persister.record.TrialLine;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A trial without what it wrote. Where it ended with an error or a time-out before a test was
 * counted there are no counts, as in rrrspec-web.
 */
record TrialJson(
    String id,
    String key,
    String taskId,
    @Nullable String slaveId,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable String status,
    @Nullable Integer passed,
    @Nullable Integer pending,
    @Nullable Integer failed) {

  TrialJson {
    boolean broke = "error".equals(status) || "timeout".equals(status);
    if (broke && isZero(passed) && isZero(pending) && isZero(failed)) {
      passed = null;
      pending = null;
      failed = null;
    }
  }

  private static boolean isZero(@Nullable Integer count) {
    return count != null && count == 0;
  }

  /** One in the record. */
  static TrialJson of(RunId run, String key, TrialLine trial) {
    return new TrialJson(
        run.trial(trial.taskNo(), trial.trialNo()),
        key,
        run.task(trial.taskNo()),
        Json.orNull(trial.slave()),
        trial.startedAt(),
        trial.finishedAt(),
        Json.status(trial.status().text()),
        trial.passed(),
        trial.pending(),
        trial.failed());
  }

  /** One in Redis. */
  static TrialJson of(RunId run, int taskNo, int trialNo, Trial trial) {
    return new TrialJson(
        run.trial(taskNo, trialNo),
        trial.key(),
        run.task(taskNo),
        Json.orNull(trial.slaveKey()),
        trial.startedAt(),
        trial.finishedAt(),
        Json.status(trial.status().text()),
        trial.passed(),
        trial.pending(),
        trial.failed());
  }
}
