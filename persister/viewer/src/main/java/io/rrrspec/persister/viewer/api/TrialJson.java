package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.run.RunTask;
import java.time.Instant;
import java.util.List;
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

  /** Those of a task, oldest first. */
  static List<TrialJson> of(RunId run, RunTask task) {
    return task.trials().stream().map(trial -> of(run, task, trial)).toList();
  }

  private static TrialJson of(RunId run, RunTask task, Trial trial) {
    return new TrialJson(
        run.trial(task.no(), task.trialNo(trial)),
        trial.key(),
        run.task(task.no()),
        Json.orNull(trial.slaveKey()),
        trial.startedAt(),
        trial.finishedAt(),
        Json.status(trial.status().text()),
        trial.passed(),
        trial.pending(),
        trial.failed());
  }
}
