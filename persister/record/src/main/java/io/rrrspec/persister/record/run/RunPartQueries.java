package io.rrrspec.persister.record.run;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.RowReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Queries about what belongs to one run. Of a run that is deleted meanwhile nothing is told rather
 * than half of it.
 */
final class RunPartQueries {
  private final Database database;
  private final long run;

  RunPartQueries(Database database, long run) {
    this.database = database;
    this.run = run;
  }

  /**
   * All rows of a query.
   *
   * @param sql with the parameter {@code run}
   * @param parameters what else it has, by name
   */
  <T> List<T> list(String sql, Map<String, ?> parameters, RowReader<T> reader) {
    return database.read(
        handle -> {
          List<T> found = rows(handle, sql, parameters, reader);
          // Afterwards: a run is given up before its first row is deleted.
          return isThere(handle) ? found : List.of();
        });
  }

  /**
   * The same, for what is read in several steps: of a run that is deleted meanwhile this may be a
   * part, and {@link #requireThere} has to follow the last step.
   */
  <T> List<T> unchecked(String sql, Map<String, ?> parameters, RowReader<T> reader) {
    return database.read(handle -> rows(handle, sql, parameters, reader));
  }

  private <T> List<T> rows(
      Handle handle, String sql, Map<String, ?> parameters, RowReader<T> reader) {
    return handle
        .createQuery(sql)
        .bind("run", run)
        .bindMap(parameters)
        .map((row, context) -> reader.read(row))
        .list();
  }

  /**
   * Makes sure that what was read is the whole of it.
   *
   * @throws ServiceException if the run was deleted meanwhile
   */
  void requireThere(Taskset taskset) {
    if (!database.read(this::isThere)) {
      throw new ServiceException(
          taskset.key()
              + " was deleted while it was read: keep_runs and keep_days say what is kept");
    }
  }

  private boolean isThere(Handle handle) {
    return handle
        .createQuery("SELECT ended_ms FROM taskset WHERE id = :run")
        .bind("run", run)
        .map((row, context) -> row.getObject(1) != null)
        .findOne()
        .orElse(false);
  }

  /** The only row of a query, if there is one. */
  <T> Optional<T> find(String sql, Map<String, ?> parameters, RowReader<T> reader) {
    return list(sql, parameters, reader).stream().findFirst();
  }

  /** What a query counts. */
  long count(String sql) {
    return find(sql, Map.of(), row -> row.getLong(1)).orElse(0L);
  }
}
