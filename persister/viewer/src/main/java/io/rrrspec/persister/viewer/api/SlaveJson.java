package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.run.RunSlave;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A slave with those of its trials that are in the run. Id and name are its key in Redis. */
record SlaveJson(
    String id, String name, @Nullable String status, List<TrialRef> trials, String log) {

  /** Which trial. */
  record TrialRef(String id, String key) {}

  static SlaveJson of(RunSlave slave, List<TrialRef> trials) {
    String key = slave.key();
    return new SlaveJson(key, key, Json.status(slave.status().text()), trials, slave.log());
  }
}
