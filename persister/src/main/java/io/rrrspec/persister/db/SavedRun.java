package io.rrrspec.persister.db;

import io.rrrspec.common.model.Taskset;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A run in the record.
 *
 * @param number its number in this database; never given to another run
 * @param endedMillis when it ended, or if that is unknown began, since 1970; else 0
 * @param logsSaved whether its logs are those of the end
 * @param taskset the run
 */
public record SavedRun(long number, long endedMillis, boolean logsSaved, Taskset taskset) {
  /** What {@link #read} wants to see. */
  static final String COLUMNS = "id, ended_ms, logs_saved, " + TasksetRow.COLUMNS;

  static SavedRun read(ResultSet row) throws SQLException {
    return new SavedRun(
        row.getLong("id"),
        row.getLong("ended_ms"),
        row.getBoolean("logs_saved"),
        TasksetRow.read(row));
  }

  /** Where it stands in a list of runs. */
  public Position position() {
    return new Position(endedMillis, number);
  }

  /**
   * A place in a list of runs that stays where it is when runs are added.
   *
   * @param endedMillis as of the run that stands there
   * @param number of the run that stands there
   */
  public record Position(long endedMillis, long number) {}
}
