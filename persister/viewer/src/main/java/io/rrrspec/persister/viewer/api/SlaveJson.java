package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.SlaveStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A slave with those of its trials that are in the run. Id and name are its key in Redis. */
record SlaveJson(
    String id, String name, @Nullable String status, List<TrialRef> trials, String log) {

  /** Which trial. */
  record TrialRef(String id, String key) {}

  static SlaveJson of(String key, SlaveStatus status, List<TrialRef> trials, String log) {
    return new SlaveJson(key, key, Json.status(status.text()), trials, log);
  }
}
