package io.rrrspec.persister.record;

import io.rrrspec.common.model.SlaveStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who worked on a run: its slaves and workers, and what each of them wrote. */
public final class RunWorkers {
  private final Database database;

  /**
   * A slave.
   *
   * @param key its Redis key
   * @param status how it ended
   */
  public record SlaveLine(String key, SlaveStatus status) {}

  /**
   * A worker's part in the run; a time is null if it did not get so far.
   *
   * @param key the Redis key of its log
   * @param worker the worker's key
   * @param startedAt when it took the run
   * @param syncedAt when it had the sources
   * @param setUpAt when set-up was done
   * @param finishedAt when it left the run
   */
  public record WorkerLine(
      String key,
      String worker,
      @Nullable Instant startedAt,
      @Nullable Instant syncedAt,
      @Nullable Instant setUpAt,
      @Nullable Instant finishedAt) {}

  public RunWorkers(Database database) {
    this.database = database;
  }

  /** The slaves by key, so many at most; one that was replaced is another slave. */
  public List<SlaveLine> slaves(long run, int limit) {
    return new OneRun(database, run)
        .list(
            "SELECT redis_key, status FROM slave WHERE taskset_id = :run ORDER BY redis_key LIMIT"
                + " :limit",
            Map.of("limit", limit),
            row ->
                new SlaveLine(
                    row.getString("redis_key"), SlaveStatus.parse(row.getString("status"))));
  }

  /** What a slave wrote; empty if there is nothing. */
  public String slaveLog(long run, String key) {
    return log(run, "slave", key);
  }

  /** The workers in the order in which they began, so many at most. */
  public List<WorkerLine> workers(long run, int limit) {
    return new OneRun(database, run)
        .list(
            "SELECT redis_key, worker_key, started_ms, rsync_finished_ms, setup_finished_ms,"
                + " finished_ms FROM worker_log WHERE taskset_id = :run ORDER BY started_ms,"
                + " redis_key LIMIT :limit",
            Map.of("limit", limit),
            row ->
                new WorkerLine(
                    row.getString("redis_key"),
                    row.getString("worker_key"),
                    SqlTime.read(row, "started_ms"),
                    SqlTime.read(row, "rsync_finished_ms"),
                    SqlTime.read(row, "setup_finished_ms"),
                    SqlTime.read(row, "finished_ms")));
  }

  /** What a worker's sync and set-up wrote; empty if there is nothing. */
  public String workerLog(long run, String key) {
    return log(run, "worker_log", key);
  }

  private String log(long run, String table, String key) {
    return new OneRun(database, run)
        .find(
            "SELECT log FROM " + table + " WHERE taskset_id = :run AND key_hash = :hash",
            Map.of("hash", Hash.of(key)),
            row -> Blob.readText(row, "log"))
        .orElse("");
  }
}
