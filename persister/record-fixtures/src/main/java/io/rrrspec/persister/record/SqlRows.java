package io.rrrspec.persister.record;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.TasksetRow;
import java.util.List;

/** What no reader of ours shows, for tests outside of this package. */
public final class SqlRows {
  private SqlRows() {}

  /** How many rows a table has. */
  public static long count(Database database, String table) {
    return database.read(
        handle -> handle.createQuery("SELECT COUNT(*) FROM " + table).mapTo(Long.class).one());
  }

  /** The failed tests of a taskset: {@code SPEC_FILE/TRIAL_NO/CASE_NO CLASS#NAME OUTCOME}. */
  public static List<String> failedCases(Database database, String tasksetId) {
    return database.read(
        handle ->
            handle
                .createQuery(
                    "SELECT k.spec_file, f.* FROM failed_case f JOIN taskset s ON s.id ="
                        + " f.taskset_id JOIN task k ON k.taskset_id = f.taskset_id AND k.task_no"
                        + " = f.task_no WHERE s.uuid = :uuid ORDER BY f.task_no, f.trial_no,"
                        + " f.case_no")
                .bind("uuid", TasksetRow.uuid(tasksetId))
                .map(
                    (row, context) ->
                        "%s/%d/%d %s#%s %s %s"
                            .formatted(
                                row.getString("spec_file"),
                                row.getInt("trial_no"),
                                row.getInt("case_no"),
                                row.getString("class_name"),
                                row.getString("name"),
                                row.getString("outcome"),
                                row.getString("message")))
                .list());
  }
}
