package io.rrrspec.persister.record.run;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.TasksetRow;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.statement.Query;

/** Single runs. */
public final class Runs {
  private final Database database;

  public Runs(Database database) {
    this.database = database;
  }

  /** The run with this id, which its key ends with; empty if it was never saved or is deleted. */
  public Optional<SavedRun> find(String tasksetId) {
    return find("uuid = :uuid", query -> query.bind("uuid", TasksetRow.uuid(tasksetId)));
  }

  /** The run with this number; empty if it was never saved or is deleted. */
  public Optional<SavedRun> find(long number) {
    return find("id = :number", query -> query.bind("number", number));
  }

  private Optional<SavedRun> find(String condition, UnaryOperator<Query> parameter) {
    return database.read(
        handle ->
            parameter
                .apply(
                    handle.createQuery(
                        "SELECT "
                            + SavedRun.COLUMNS
                            + " FROM taskset WHERE ended_ms IS NOT NULL AND "
                            + condition))
                .map((row, context) -> SavedRun.read(row))
                .findOne());
  }
}
