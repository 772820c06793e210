package io.rrrspec.persister.record;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Queries about what belongs to one run. Of a run that is deleted meanwhile nothing is told rather
 * than half of it.
 */
final class OneRun {
  private final Database database;
  private final long run;

  OneRun(Database database, long run) {
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
          List<T> rows =
              handle
                  .createQuery(sql)
                  .bind("run", run)
                  .bindMap(parameters)
                  .map((row, context) -> reader.read(row))
                  .list();
          // Afterwards: a run is given up before its first row is deleted.
          boolean there =
              handle
                  .createQuery("SELECT ended_ms FROM taskset WHERE id = :run")
                  .bind("run", run)
                  .map((row, context) -> row.getObject(1) != null)
                  .findOne()
                  .orElse(false);
          return there ? rows : List.of();
        });
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
