package io.rrrspec.persister.record.history;

import io.rrrspec.persister.record.database.Database;
import java.time.Instant;
import java.util.List;

/** When workers served runs that are over. */
public final class ServedTimes {
  /** More are not told at once. */
  public static final int MAX = 20_000;

  private final Database database;

  /**
   * A worker served a run.
   *
   * @param worker the worker's key
   * @param from when it took the run
   * @param to when it left the run; the run's end if it did not say so
   */
  public record Served(String worker, Instant from, Instant to) {}

  public ServedTimes(Database database) {
    this.database = database;
  }

  /**
   * The times in runs that ended then or later, those of the run that ended last first.
   *
   * @param limit how many at most; 1 to {@link #MAX}
   */
  public List<Served> since(Instant time, int limit) {
    if (limit < 1 || limit > MAX) {
      throw new IllegalArgumentException("1 to " + MAX + " times, not " + limit);
    }
    return database.read(
        handle ->
            handle
                .createQuery(
                    "SELECT w.worker_key, w.started_ms, COALESCE(w.finished_ms, t.ended_ms) AS"
                        + " left_ms FROM taskset t JOIN worker_log w ON w.taskset_id = t.id WHERE"
                        + " t.ended_ms >= :since AND w.started_ms IS NOT NULL"
                        + " ORDER BY t.ended_ms DESC, t.id DESC LIMIT :limit")
                .bind("since", time.toEpochMilli())
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        new Served(
                            row.getString("worker_key"),
                            Instant.ofEpochMilli(row.getLong("started_ms")),
                            Instant.ofEpochMilli(row.getLong("left_ms"))))
                .list());
  }
}
