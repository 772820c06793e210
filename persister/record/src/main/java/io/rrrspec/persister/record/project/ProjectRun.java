package io.rrrspec.persister.record.project;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.persister.record.row.SqlTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One run of a project.
 *
 * @param number its number in the database
 * @param key its key in Redis
 * @param status how it ended
 * @param createdAt when its client made it; null if that is not known
 * @param endedAt when it ended, or began if its end is not known
 * @param duration from the one to the other; null if one of them is not known
 * @param succeeded how many classes passed; 0 or more
 * @param failed how many classes failed; 0 or more
 * @param tasks how many classes were asked for; 0 or more
 * @param partial whether it ran only some tests of its classes
 * @param cached whether it was not run, but given a known result
 */
public record ProjectRun(
    long number,
    String key,
    TasksetStatus status,
    @Nullable Instant createdAt,
    Instant endedAt,
    @Nullable Duration duration,
    int succeeded,
    int failed,
    int tasks,
    boolean partial,
    boolean cached) {
  static final String COLUMNS =
      "id, redis_key, status, created_ms, finished_ms, ended_ms, succeeded_count, failed_count,"
          + " task_count, partial_run, cached";

  static ProjectRun read(ResultSet row) throws SQLException {
    Instant created = SqlTime.read(row, "created_ms");
    Instant finished = SqlTime.read(row, "finished_ms");
    return new ProjectRun(
        row.getLong("id"),
        row.getString("redis_key"),
        TasksetStatus.parse(row.getString("status")),
        created,
        Instant.ofEpochMilli(row.getLong("ended_ms")),
        created == null || finished == null || finished.isBefore(created)
            ? null
            : Duration.between(created, finished),
        row.getInt("succeeded_count"),
        row.getInt("failed_count"),
        row.getInt("task_count"),
        row.getBoolean("partial_run"),
        row.getBoolean("cached"));
  }

  /** The last part of its key. */
  public String id() {
    return key.substring(key.lastIndexOf(':') + 1);
  }

  /** Whether it ran whole classes: what it took and how many passed can be compared. */
  public boolean isWhole() {
    return !partial && !cached;
  }

  /** Whether it came to its end, so that its duration can be compared with that of others. */
  public boolean isComplete() {
    return status == TasksetStatus.SUCCEEDED || status == TasksetStatus.FAILED;
  }
}
