package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.TaskStatus;
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

  static TaskJson of(
      String id,
      String key,
      TaskStatus status,
      String specFile,
      @Nullable Duration estimate,
      List<TrialJson> trials) {
    return new TaskJson(
        id, key, Json.status(status.text()), specFile, wholeSeconds(estimate), trials);
  }

  /** As it stands in Redis for foreign implementations: at least one. */
  private static @Nullable Long wholeSeconds(@Nullable Duration estimate) {
    return estimate == null ? null : Math.max(1, estimate.toSeconds());
  }
}
