package io.rrrspec.common.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one worker did for one taskset.
 *
 * @param key its Redis key
 * @param workerKey the key of the worker
 * @param tasksetKey the key of the taskset
 * @param startedAt when the worker took the taskset, or null
 * @param rsyncFinishedAt when the sources were there, or null
 * @param setupFinishedAt when set-up had succeeded, or null
 * @param finishedAt when the worker was done with the taskset, or null
 * @param slaves how many slaves it has used at most, and why so many, in a line; null if it was
 *     told a number
 * @param processors how busy the processors of its host were meanwhile; null if nobody knows
 * @param log what it had to say, with the output of rsync and set-up
 */
public record WorkerLog(
    String key,
    String workerKey,
    String tasksetKey,
    @Nullable Instant startedAt,
    @Nullable Instant rsyncFinishedAt,
    @Nullable Instant setupFinishedAt,
    @Nullable Instant finishedAt,
    @Nullable String slaves,
    @Nullable ProcessorUse processors,
    String log) {

  /** One of a worker that was told how many slaves to use, and did not watch the processors. */
  public WorkerLog(
      String key,
      String workerKey,
      String tasksetKey,
      @Nullable Instant startedAt,
      @Nullable Instant rsyncFinishedAt,
      @Nullable Instant setupFinishedAt,
      @Nullable Instant finishedAt,
      String log) {
    this(
        key,
        workerKey,
        tasksetKey,
        startedAt,
        rsyncFinishedAt,
        setupFinishedAt,
        finishedAt,
        null,
        null,
        log);
  }
}
