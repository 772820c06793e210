package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.run.RunTask;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A task with its trials. */
record TaskJson(
    String id,
    String key,
    @Nullable String status,
    String specPath,
    @Nullable Long estimateSec,
    List<TrialJson> trials) {

  static TaskJson of(RunId run, RunTask task) {
    return new TaskJson(
        run.task(task.no()),
        task.task().key(),
        Json.status(task.status().text()),
        task.specFile(),
        wholeSeconds(task.task().estimate()),
        TrialJson.of(run, task));
  }

  /** As it stands in Redis for foreign implementations: at least one. */
  private static @Nullable Long wholeSeconds(@Nullable Duration estimate) {
    return estimate == null ? null : Math.max(1, estimate.toSeconds());
  }
}
