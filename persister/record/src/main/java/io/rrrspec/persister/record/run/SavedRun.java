package io.rrrspec.persister.record.run;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.run.TestCounts;
import io.rrrspec.persister.record.row.TasksetRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A run in the record.
 *
 * @param number its number in this database; never given to another run
 * @param endedMillis when it ended, or if that is unknown began, since 1970; else 0
 * @param logsSaved whether its logs are those of the end
 * @param taskset the run
 * @param tests how many tests it had; null if an older version has saved it
 */
public record SavedRun(
    long number, long endedMillis, boolean logsSaved, Taskset taskset, @Nullable TestCounts tests) {
  /** What {@link #read} wants to see. */
  static final String COLUMNS =
      "id, ended_ms, logs_saved, tests_passed, tests_skipped, tests_failed, " + TasksetRow.COLUMNS;

  static SavedRun read(ResultSet row) throws SQLException {
    return new SavedRun(
        row.getLong("id"),
        row.getLong("ended_ms"),
        row.getBoolean("logs_saved"),
        TasksetRow.read(row),
        tests(row));
  }

  private static @Nullable TestCounts tests(ResultSet row) throws SQLException {
    int passed = row.getInt("tests_passed");
    return row.wasNull()
        ? null
        : new TestCounts(passed, row.getInt("tests_skipped"), row.getInt("tests_failed"), 0);
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
