package io.rrrspec.persister.record.save;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.DatabaseErrors;
import io.rrrspec.persister.record.history.AsIsPasses;
import io.rrrspec.persister.record.history.FlakyFinder;
import io.rrrspec.persister.record.row.PackedKeys;
import io.rrrspec.persister.record.row.SqlTime;
import io.rrrspec.persister.record.row.TasksetRow;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Moves tasksets that are over into SQL, in two steps. Each is one transaction and may be repeated
 * as often as anybody likes: after an answer that was lost, by a persister that took over, by two
 * at once.
 */
public final class TasksetArchive {
  private static final int FLAKY_ATTEMPTS = 5;

  private final Database database;

  public TasksetArchive(Database database) {
    this.database = database;
  }

  /**
   * Step one, as soon as the taskset is over: it, its tasks and trials. If it is there already
   * nothing changes and the tasks are not read.
   *
   * @param taskset a taskset whose status is final
   * @param tasks all of its tasks; taken one by one, not kept: there may be 100,000; asked by one
   *     thread at a time, not always the same. What it throws ends the transaction and is thrown on
   * @return whether this call saved it; false if it was there
   * @throws IllegalArgumentException if the taskset is not over
   * @throws ServiceException if the database does not do it; then nothing of it is there
   */
  public boolean saveFinished(Taskset taskset, Iterator<FinishedTask> tasks) {
    if (!taskset.status().isFinal()) {
      throw new IllegalArgumentException(taskset.key() + " is not over: " + taskset.status());
    }
    try {
      return database.transaction(handle -> insert(handle, taskset, tasks));
    } catch (ServiceException e) {
      // Two at once: the other one was faster, and its transaction is complete.
      if (DatabaseErrors.isConstraintViolation(e) && isSaved(taskset.id())) {
        return false;
      }
      throw e;
    }
  }

  private static boolean insert(Handle handle, Taskset taskset, Iterator<FinishedTask> tasks) {
    if (TasksetRow.number(handle, taskset.id()).isPresent()) {
      return false;
    }
    long number = TasksetRow.insert(handle, taskset);
    try (TaskWriter writer = new TaskWriter(handle, number, taskset.tasksetClass())) {
      Packing.forEach(tasks, writer::write);
      writer.finish();
      TasksetRow.setCounts(handle, number, writer.tests(), writer.orderDependent());
      JvmRefusals.add(handle, taskset, writer.refusals());
      SplitRefusals.add(handle, taskset, number, writer.splits());
      Instant ended = taskset.finishedAt();
      if (!taskset.partial() && ended != null) {
        AsIsPasses.addNew(handle, taskset.tasksetClass(), writer.passes(), ended);
      }
    }
    return true;
  }

  /** Whether step one was done. */
  public boolean isSaved(String tasksetId) {
    return database.read(handle -> TasksetRow.number(handle, tasksetId).isPresent());
  }

  /**
   * How a taskset ended that is saved, if that was another end than this one. Where Redis loses its
   * last writes, a run that was over may go on, and end again. The record keeps the first end:
   * somebody was told of it.
   */
  public Optional<TasksetStatus> earlierEnd(Taskset taskset) {
    return database.read(
        handle ->
            handle
                .createQuery("SELECT status, finished_ms FROM taskset WHERE uuid = :uuid")
                .bind("uuid", TasksetRow.uuid(taskset.id()))
                .map(
                    (row, context) ->
                        new SavedEnd(row.getString(1), SqlTime.read(row, "finished_ms")))
                .findOne()
                .filter(end -> !Objects.equals(end.at, taskset.finishedAt()))
                .map(end -> TasksetStatus.parse(end.status)));
  }

  private record SavedEnd(String status, @Nullable Instant at) {}

  /** Whether step two was done at least once. */
  public boolean areLogsSaved(String tasksetId) {
    return database.read(
        handle ->
            handle
                .createQuery("SELECT logs_saved FROM taskset WHERE uuid = :uuid")
                .bind("uuid", TasksetRow.uuid(tasksetId))
                .mapTo(Boolean.class)
                .findOne()
                .orElse(false));
  }

  /**
   * Step two, when the workers have left: which tests are flaky, and what the workers wrote until
   * then. What a repeat brings replaces what is there under the same key; what it does not bring
   * stays, since its keys in Redis may have expired by then.
   *
   * @param tasksetKey the taskset's Redis key
   * @param log the taskset's log; an empty one replaces nothing
   * @param slaves its slaves
   * @param workerLogs what its workers did
   * @param lateTrials trials that may have changed since step one, because they had no result then,
   *     and new ones; may be empty
   * @throws ServiceException if step one was not done, or the database does not do it
   */
  public void saveLogs(
      String tasksetKey,
      String log,
      List<Slave> slaves,
      List<WorkerLog> workerLogs,
      Iterator<Trial> lateTrials) {
    // Before the logs are there: whoever waits for the end of this step finds that done, too.
    findFlaky(PackedKeys.id(tasksetKey));
    database.transaction(
        handle -> {
          Saved saved = lock(handle, tasksetKey);
          new LogWriter(handle, saved.number).write(log, slaves, workerLogs);
          new LateTrials(handle, saved.number, tasksetKey, saved.tasksetClass).write(lateTrials);
          return true;
        });
  }

  /** Two persisters may find the same at the same time: then one does it again. */
  private void findFlaky(String tasksetId) {
    for (int attempt = 1; ; attempt++) {
      try {
        database.transaction(
            handle -> {
              new FlakyFinder(handle).find(tasksetId);
              return true;
            });
        return;
      } catch (ServiceException e) {
        if (attempt == FLAKY_ATTEMPTS || !DatabaseErrors.isCollision(e)) {
          throw e;
        }
      }
    }
  }

  /** So that two that do step two at once come one after the other. */
  private static Saved lock(Handle handle, String tasksetKey) {
    Optional<Saved> saved =
        handle
            .createQuery("SELECT id, taskset_class FROM taskset WHERE uuid = :uuid FOR UPDATE")
            .bind("uuid", TasksetRow.uuid(PackedKeys.id(tasksetKey)))
            .map((row, context) -> new Saved(row.getLong(1), row.getString(2)))
            .findOne();
    return saved.orElseThrow(
        () ->
            new ServiceException(
                "taskset " + tasksetKey + " is not in the database: save it before its logs"));
  }

  private record Saved(long number, String tasksetClass) {}
}
