package io.rrrspec.persister.record.row;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Points in time in columns: milliseconds, so that no time zone of a driver or server matters. */
public final class SqlTime {
  private SqlTime() {}

  /** A time in ms since 1970; null for null. */
  public static @Nullable Long millis(@Nullable Instant time) {
    return time == null ? null : time.toEpochMilli();
  }

  /** Reads a time; null if the column is null. */
  public static @Nullable Instant read(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
