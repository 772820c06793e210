package io.rrrspec.persister.record.save;

import io.rrrspec.common.model.PlacedJvm;
import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.persister.record.row.Batch;
import io.rrrspec.persister.record.row.Blob;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.row.SqlTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Writes the log, the slaves and the worker logs of one taskset, replacing rows of equal keys. */
final class LogWriter {
  private final Handle handle;
  private final long tasksetId;

  LogWriter(Handle handle, long tasksetId) {
    this.handle = handle;
    this.tasksetId = tasksetId;
  }

  void write(String log, List<Slave> slaves, List<WorkerLog> workerLogs) {
    handle
        .createUpdate(
            "UPDATE taskset SET logs_saved = TRUE, log = COALESCE(:log, log) WHERE id = :taskset")
        .bind("log", Blob.ofText(log))
        .bind("taskset", tasksetId)
        .execute();
    writeSlaves(distinct(slaves, Slave::key));
    writeWorkerLogs(distinct(workerLogs, WorkerLog::key));
  }

  private void writeSlaves(Map<String, Slave> slaves) {
    delete("DELETE FROM slave WHERE taskset_id = :taskset AND key_hash = :hash", slaves);
    String insert =
        "INSERT INTO slave (taskset_id, key_hash, redis_key, status, launch, place, started_ms,"
            + " ready_ms, ended_ms, log) VALUES (:taskset, :hash, :key, :status, :launch, :place,"
            + " :started, :ready, :ended, :log)";
    try (Batch batch = new Batch(handle, insert)) {
      for (Slave slave : slaves.values()) {
        batch
            .row()
            .bind("taskset", tasksetId)
            .bind("hash", Hash.of(slave.key()))
            .bind("key", SqlText.clean(slave.key()))
            .bind("status", slave.status().text());
        bind(batch.row(), slave.jvm());
        batch.bind("log", Blob.ofText(slave.log()));
        if (batch.add()) {
          batch.send();
        }
      }
      batch.send();
    }
  }

  private static void bind(PreparedBatch row, @Nullable PlacedJvm jvm) {
    row.bind("launch", jvm == null ? null : SqlText.clean(jvm.launch()))
        .bind("place", jvm == null ? null : (Integer) jvm.place())
        .bind("started", jvm == null ? null : SqlTime.millis(jvm.startedAt()))
        .bind("ready", jvm == null ? null : SqlTime.millis(jvm.readyAt()))
        .bind("ended", jvm == null ? null : SqlTime.millis(jvm.endedAt()));
  }

  private void writeWorkerLogs(Map<String, WorkerLog> workerLogs) {
    delete("DELETE FROM worker_log WHERE taskset_id = :taskset AND key_hash = :hash", workerLogs);
    String insert =
        "INSERT INTO worker_log (taskset_id, key_hash, redis_key, worker_key, started_ms,"
            + " rsync_finished_ms, setup_finished_ms, finished_ms, slaves, processors, log) VALUES"
            + " (:taskset, :hash, :key, :worker, :started, :rsync, :setup, :finished, :slaves,"
            + " :processors, :log)";
    try (Batch batch = new Batch(handle, insert)) {
      for (WorkerLog worker : workerLogs.values()) {
        ProcessorUse use = worker.processors();
        batch
            .row()
            .bind("taskset", tasksetId)
            .bind("hash", Hash.of(worker.key()))
            .bind("key", SqlText.clean(worker.key()))
            .bind("worker", SqlText.clean(worker.workerKey()))
            .bind("started", SqlTime.millis(worker.startedAt()))
            .bind("rsync", SqlTime.millis(worker.rsyncFinishedAt()))
            .bind("setup", SqlTime.millis(worker.setupFinishedAt()))
            .bind("finished", SqlTime.millis(worker.finishedAt()))
            .bind("slaves", SqlText.cleanOrNull(worker.slaves()))
            .bind("processors", use == null ? null : use.text());
        batch.bind("log", Blob.ofText(worker.log()));
        if (batch.add()) {
          batch.send();
        }
      }
      batch.send();
    }
  }

  private void delete(String sql, Map<String, ?> records) {
    if (records.isEmpty()) {
      return;
    }
    try (PreparedBatch batch = handle.prepareBatch(sql)) {
      for (String key : records.keySet()) {
        batch.bind("taskset", tasksetId).bind("hash", Hash.of(key)).add();
      }
      batch.execute();
    }
  }

  private static <T> Map<String, T> distinct(List<T> records, Function<T, String> key) {
    Map<String, T> byKey = new LinkedHashMap<>();
    records.forEach(one -> byKey.put(key.apply(one), one));
    return byKey;
  }
}
