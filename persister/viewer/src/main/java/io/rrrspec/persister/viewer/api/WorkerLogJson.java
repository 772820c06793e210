package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.WorkerLog;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a worker did for a run. Its id is its key in Redis; the name is the worker's key. */
record WorkerLogJson(
    String id,
    String workerName,
    @Nullable Instant startedAt,
    @Nullable Instant rsyncFinishedAt,
    @Nullable Instant setupFinishedAt,
    @Nullable Instant rspecFinishedAt,
    String log) {
  static WorkerLogJson of(WorkerLog log) {
    return new WorkerLogJson(
        log.key(),
        log.workerKey(),
        log.startedAt(),
        log.rsyncFinishedAt(),
        log.setupFinishedAt(),
        log.finishedAt(),
        log.log());
  }
}
