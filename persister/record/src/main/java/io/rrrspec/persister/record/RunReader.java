package io.rrrspec.persister.record;

import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Reads finished runs back, as the records that were saved. Texts may differ in characters that no
 * text column takes (NUL, half a surrogate pair).
 */
public final class RunReader {
  private static final String OF_TASKSET =
      " JOIN taskset s ON s.id = x.taskset_id WHERE s.uuid = :uuid ";

  private final Database database;

  public RunReader(Database database) {
    this.database = database;
  }

  /** The taskset with this id; empty if it was never saved. */
  public Optional<Taskset> find(String tasksetId) {
    return database.read(
        handle ->
            handle
                .createQuery("SELECT " + TasksetRow.COLUMNS + " FROM taskset WHERE uuid = :uuid")
                .bind("uuid", TasksetRow.uuid(tasksetId))
                .map((row, context) -> TasksetRow.read(row))
                .findOne());
  }

  /**
   * The tasksets that were saved last, newest first.
   *
   * @param limit how many at most; 1 or more
   */
  public List<Taskset> recent(int limit) {
    return database.read(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + TasksetRow.COLUMNS
                        + " FROM taskset WHERE ended_ms IS NOT NULL ORDER BY id DESC LIMIT :limit")
                .bind("limit", limit)
                .map((row, context) -> TasksetRow.read(row))
                .list());
  }

  /** The taskset's log; empty if there is none yet. */
  public String log(String tasksetId) {
    return database.read(
        handle ->
            handle
                .createQuery("SELECT log FROM taskset WHERE uuid = :uuid")
                .bind("uuid", TasksetRow.uuid(tasksetId))
                .map((row, context) -> Blob.readText(row, "log"))
                .findOne()
                .orElse(""));
  }

  /** All tasks in the order in which they were saved, with the keys of their trials. */
  public List<Task> tasks(String tasksetId) {
    Map<Integer, List<String>> names = trialNames(tasksetId);
    return list(
        "SELECT x.task_no, x.spec_file, x.status, x.estimate_ms, s.redis_key FROM task x"
            + OF_TASKSET
            + "ORDER BY x.task_no",
        tasksetId,
        row -> {
          String tasksetKey = row.getString("redis_key");
          String spec = row.getString("spec_file");
          String key = RedisKeys.task(tasksetKey, spec);
          long millis = row.getLong("estimate_ms");
          @Nullable Duration estimate = row.wasNull() ? null : Duration.ofMillis(millis);
          List<String> trials =
              names.getOrDefault(row.getInt("task_no"), List.of()).stream()
                  .map(name -> RedisKeys.trial(key, name))
                  .toList();
          TaskStatus status = TaskStatus.parse(row.getString("status"));
          return new Task(key, tasksetKey, spec, status, estimate, trials);
        });
  }

  private Map<Integer, List<String>> trialNames(String tasksetId) {
    Map<Integer, List<String>> names = new LinkedHashMap<>();
    list(
            "SELECT x.task_no, x.trial_name FROM trial x"
                + OF_TASKSET
                + "ORDER BY x.task_no, x.trial_no",
            tasksetId,
            row -> Map.entry(row.getInt("task_no"), row.getString("trial_name")))
        .forEach(e -> names.computeIfAbsent(e.getKey(), k -> new ArrayList<>()).add(e.getValue()));
    return names;
  }

  /** The trials of one task with all they wrote, oldest first; empty if there is no such task. */
  public List<Trial> trials(String tasksetId, String specFile) {
    return database.read(
        handle ->
            handle
                .createQuery(
                    "SELECT x.*, k.spec_file, s.redis_key FROM taskset s JOIN task k ON"
                        + " k.taskset_id = s.id JOIN trial x ON x.taskset_id = k.taskset_id AND"
                        + " x.task_no = k.task_no WHERE s.uuid = :uuid AND k.spec_hash = :hash"
                        + " ORDER BY x.trial_no")
                .bind("uuid", TasksetRow.uuid(tasksetId))
                .bind("hash", specHash(tasksetId, specFile))
                .map((row, context) -> TrialRow.read(row))
                .list());
  }

  private byte[] specHash(String tasksetId, String specFile) {
    return Hash.of(find(tasksetId).map(Taskset::tasksetClass).orElse(""), specFile);
  }

  /** The Redis keys of the trials that had no result when they were saved. */
  public List<String> openTrials(String tasksetId) {
    return list(
        "SELECT s.redis_key, k.spec_file, x.trial_name FROM trial x JOIN task k ON k.taskset_id ="
            + " x.taskset_id AND k.task_no = x.task_no"
            + OF_TASKSET
            + "AND x.status = '' ORDER BY x.task_no, x.trial_no",
        tasksetId,
        row ->
            RedisKeys.trial(
                RedisKeys.task(row.getString("redis_key"), row.getString("spec_file")),
                row.getString("trial_name")));
  }

  /** The slaves, with the keys of those of their trials that are in this taskset. */
  public List<Slave> slaves(String tasksetId) {
    Map<String, List<String>> trials = new LinkedHashMap<>();
    list(
            "SELECT s.redis_key, k.spec_file, x.trial_name, x.slave_key FROM trial x JOIN task k"
                + " ON k.taskset_id = x.taskset_id AND k.task_no = x.task_no"
                + OF_TASKSET
                + "ORDER BY x.started_ms, x.task_no, x.trial_no",
            tasksetId,
            row ->
                Map.entry(
                    row.getString("slave_key"),
                    RedisKeys.trial(
                        RedisKeys.task(row.getString("redis_key"), row.getString("spec_file")),
                        row.getString("trial_name"))))
        .forEach(e -> trials.computeIfAbsent(e.getKey(), k -> new ArrayList<>()).add(e.getValue()));
    return list(
        "SELECT x.redis_key, x.status, x.log FROM slave x" + OF_TASKSET + "ORDER BY x.redis_key",
        tasksetId,
        row -> {
          String key = row.getString("redis_key");
          return new Slave(
              key,
              SlaveStatus.parse(row.getString("status")),
              trials.getOrDefault(key, List.of()),
              Blob.readText(row, "log"));
        });
  }

  /** What the workers did, in the order in which they began. */
  public List<WorkerLog> workerLogs(String tasksetId) {
    return list(
        "SELECT x.redis_key, x.worker_key, s.redis_key AS taskset_key, x.started_ms,"
            + " x.rsync_finished_ms, x.setup_finished_ms, x.finished_ms, x.log FROM worker_log x"
            + OF_TASKSET
            + "ORDER BY x.started_ms, x.redis_key",
        tasksetId,
        row ->
            new WorkerLog(
                row.getString("redis_key"),
                row.getString("worker_key"),
                row.getString("taskset_key"),
                SqlTime.read(row, "started_ms"),
                SqlTime.read(row, "rsync_finished_ms"),
                SqlTime.read(row, "setup_finished_ms"),
                SqlTime.read(row, "finished_ms"),
                Blob.readText(row, "log")));
  }

  private <T> List<T> list(String sql, String tasksetId, RowReader<T> reader) {
    return database.read(
        handle -> {
          Query query = handle.createQuery(sql).bind("uuid", TasksetRow.uuid(tasksetId));
          return query.map((row, context) -> reader.read(row)).list();
        });
  }
}
