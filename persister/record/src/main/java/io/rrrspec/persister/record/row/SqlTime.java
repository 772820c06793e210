package io.rrrspec.persister.record.row;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Points in time, and durations, in columns: milliseconds, so that no time zone of a driver or
 * server matters.
 */
public final class SqlTime {
  private SqlTime() {}

  /** A time in ms since 1970; null for null. */
  public static @Nullable Long millis(@Nullable Instant time) {
    return time == null ? null : time.toEpochMilli();
  }

  /** A duration in ms; null for null. */
  public static @Nullable Long millis(@Nullable Duration time) {
    return time == null ? null : time.toMillis();
  }

  /** Reads a duration; null if the column is null. */
  public static @Nullable Duration readDuration(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }

  /** Reads a time; null if the column is null. */
  public static @Nullable Instant read(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
