package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.Taskset;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A run that goes on, in the list of them. */
record ActiveJson(
    String key, @Nullable String status, String rsyncName, @Nullable Instant createdAt) {

  static ActiveJson of(Taskset taskset) {
    return new ActiveJson(
        taskset.key(),
        Json.status(taskset.status().text()),
        taskset.rsyncName(),
        taskset.createdAt());
  }
}
