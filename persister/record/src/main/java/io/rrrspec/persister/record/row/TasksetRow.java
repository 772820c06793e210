package io.rrrspec.persister.record.row;

import io.rrrspec.common.model.RunWay;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.run.TestCounts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The table {@code taskset}: one row each. */
public final class TasksetRow {
  /** What {@link #read} wants to see. */
  public static final String COLUMNS =
      "redis_key, rsync_name, setup_command, slave_command, worker_type, max_workers, max_trials,"
          + " taskset_class, unknown_spec_timeout_sec, least_timeout_sec, created_ms, status,"
          + " finished_ms, succeeded_count, failed_count, task_count, runner, requested_by, reason,"
          + " sources, partial_run, cached, way";

  private static final int MAX_UUID = 255;
  private static final int MAX_SOURCES = 64;

  private TasksetRow() {}

  /** The taskset's number, by which all other rows know it. */
  public static Optional<Long> number(Handle handle, String uuid) {
    return handle
        .createQuery("SELECT id FROM taskset WHERE uuid = :uuid")
        .bind("uuid", uuid(uuid))
        .mapTo(Long.class)
        .findOne();
  }

  /** The UUID as it is stored: everything that looks for one has to ask with this. */
  public static String uuid(String id) {
    return SqlText.clean(id, MAX_UUID);
  }

  /** Inserts it without its log; returns its number. */
  public static long insert(Handle handle, Taskset taskset) {
    RunWay way = taskset.way();
    return handle
        .createUpdate(
            "INSERT INTO taskset (uuid, class_hash, logs_saved, "
                + COLUMNS
                + ") VALUES (:uuid, :classHash, FALSE, :key, :rsync, :setup, :slave, :workerType,"
                + " :maxWorkers, :maxTrials, :class, :unknown, :least, :created, :status,"
                + " :finished, :succeeded, :failed, :tasks, :runner, :user, :reason, :sources,"
                + " :partial, :cached, :way)")
        .bind("uuid", uuid(taskset.id()))
        .bind("classHash", Hash.of(taskset.tasksetClass()))
        .bind("key", SqlText.clean(taskset.key()))
        .bind("rsync", SqlText.clean(taskset.rsyncName()))
        .bind("setup", SqlText.clean(taskset.setupCommand()))
        .bind("slave", SqlText.clean(taskset.slaveCommand()))
        .bind("workerType", SqlText.clean(taskset.workerType()))
        .bind("maxWorkers", taskset.maxWorkers())
        .bind("maxTrials", taskset.maxTrials())
        .bind("class", SqlText.clean(taskset.tasksetClass()))
        .bind("unknown", taskset.unknownSpecTimeoutSec())
        .bind("least", taskset.leastTimeoutSec())
        .bind("created", SqlTime.millis(taskset.createdAt()))
        .bind("status", taskset.status().text())
        .bind("finished", SqlTime.millis(taskset.finishedAt()))
        .bind("succeeded", taskset.succeededCount())
        .bind("failed", taskset.failedCount())
        .bind("tasks", taskset.taskCount())
        .bind("runner", SqlText.clean(taskset.runner().name()))
        .bind("user", SqlText.cleanOrNull(taskset.user()))
        .bind("reason", SqlText.cleanOrNull(taskset.reason()))
        .bind("sources", taskset.hasNoSources() ? null : sources(taskset.sources()))
        .bind("partial", taskset.partial())
        .bind("cached", taskset.cached())
        .bind("way", way == null ? null : way.text())
        .executeAndReturnGeneratedKeys("id")
        .mapTo(Long.class)
        .one();
  }

  /** What is known only when all of its tasks are written. */
  public static void setCounts(Handle handle, long number, TestCounts tests, int orderDependent) {
    handle
        .createUpdate(
            "UPDATE taskset SET tests_passed = :passed, tests_skipped = :skipped, tests_failed ="
                + " :failed, order_dependent = :dependent WHERE id = :number")
        .bind("passed", tests.passed())
        .bind("skipped", tests.skipped())
        .bind("failed", tests.failed())
        .bind("dependent", orderDependent)
        .bind("number", number)
        .execute();
  }

  /** A text that is longer than any digest of ours, and cut might equal another one, is dropped. */
  private static @Nullable String sources(@Nullable String digest) {
    return digest == null || digest.length() > MAX_SOURCES ? null : SqlText.clean(digest);
  }

  /** Reads {@link #COLUMNS}. */
  public static Taskset read(ResultSet row) throws SQLException {
    return Taskset.of(row.getString("redis_key"))
        .rsyncName(row.getString("rsync_name"))
        .commands(row.getString("setup_command"), row.getString("slave_command"))
        .workers(row.getString("worker_type"), row.getInt("max_workers"))
        .maxTrials(row.getInt("max_trials"))
        .tasksetClass(row.getString("taskset_class"))
        .timeouts(row.getInt("unknown_spec_timeout_sec"), row.getInt("least_timeout_sec"))
        .createdAt(SqlTime.read(row, "created_ms"))
        .status(TasksetStatus.parse(row.getString("status")))
        .finishedAt(SqlTime.read(row, "finished_ms"))
        .counts(row.getInt("succeeded_count"), row.getInt("failed_count"), row.getInt("task_count"))
        .runner(Runner.of(row.getString("runner")))
        .user(row.getString("requested_by"))
        .reason(row.getString("reason"))
        .sources(row.getString("sources"))
        .partial(row.getBoolean("partial_run"))
        .cached(row.getBoolean("cached"))
        .way(RunWay.parse(row.getString("way")))
        .build();
  }
}
