package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.Taskset;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A run without its tasks. */
record TasksetJson(
    Object id,
    String key,
    String rsyncName,
    String setupCommand,
    String slaveCommand,
    String workerType,
    int maxWorkers,
    int maxTrials,
    String tasksetClass,
    @Nullable Instant createdAt,
    @Nullable String status,
    @Nullable Instant finishedAt) {

  static TasksetJson of(RunId id, Taskset taskset) {
    return new TasksetJson(
        id.json(),
        taskset.key(),
        taskset.rsyncName(),
        taskset.setupCommand(),
        taskset.slaveCommand(),
        taskset.workerType(),
        taskset.maxWorkers(),
        taskset.maxTrials(),
        taskset.tasksetClass(),
        taskset.createdAt(),
        Json.status(taskset.status().text()),
        taskset.finishedAt());
  }
}
