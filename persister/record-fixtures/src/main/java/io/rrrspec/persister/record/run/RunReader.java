package io.rrrspec.persister.record.run;

import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.TasksetRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads small runs at once, as the records that were saved; of a run that is not there nothing. */
public final class RunReader {
  private final Database database;

  public RunReader(Database database) {
    this.database = database;
  }

  /** Returns the taskset with this id; empty if it was never saved. */
  public Optional<Taskset> find(String tasksetId) {
    return run(tasksetId).map(RunInSql::taskset);
  }

  private Optional<RunInSql> run(String tasksetId) {
    return RunInSql.find(database, tasksetId);
  }

  /**
   * Returns the tasksets that were saved last, newest first.
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

  /** Returns the taskset's log; empty if there is none yet. */
  public String log(String tasksetId) {
    return run(tasksetId).map(RunInSql::log).orElse("");
  }

  /** Returns all tasks in the order in which they were saved, with the keys of their trials. */
  public List<Task> tasks(String tasksetId) {
    return all(tasksetId).stream().map(RunTask::task).toList();
  }

  private List<RunTask> all(String tasksetId) {
    List<RunTask> all = new ArrayList<>();
    run(tasksetId).ifPresent(run -> run.eachTask(Detail.OUTLINE, all::addAll));
    return all;
  }

  /** Returns the trials of one task with all they wrote, oldest first. */
  public List<Trial> trials(String tasksetId, String specFile) {
    Optional<RunInSql> run = run(tasksetId);
    return run.flatMap(one -> one.task(specFile)).stream()
        .flatMap(
            task ->
                task.trials().stream()
                    .flatMap(t -> run.get().trial(task.no(), task.trialNo(t)).stream()))
        .toList();
  }

  /** Returns the Redis keys of the trials that had no result when they were saved. */
  public List<String> openTrials(String tasksetId) {
    return all(tasksetId).stream()
        .flatMap(task -> task.trials().stream())
        .filter(trial -> trial.status() == TrialStatus.OPEN)
        .map(Trial::key)
        .toList();
  }

  /** Returns the slaves, with the keys of those of their trials that are in this taskset. */
  public List<Slave> slaves(String tasksetId) {
    Map<String, List<String>> trials = new HashMap<>();
    all(tasksetId).stream()
        .flatMap(task -> task.trials().stream())
        .sorted(Comparator.comparing(RunReader::start))
        .forEach(t -> trials.computeIfAbsent(t.slaveKey(), k -> new ArrayList<>()).add(t.key()));
    List<Slave> slaves = new ArrayList<>();
    run(tasksetId)
        .ifPresent(
            run ->
                run.eachSlave(
                    slave ->
                        slaves.add(
                            new Slave(
                                slave.key(),
                                slave.status(),
                                trials.getOrDefault(slave.key(), List.of()),
                                slave.log(),
                                slave.jvm()))));
    return slaves;
  }

  private static Instant start(Trial trial) {
    Instant start = trial.startedAt();
    return start == null ? Instant.EPOCH : start;
  }

  /** Returns what the workers did, in the order in which they began. */
  public List<WorkerLog> workerLogs(String tasksetId) {
    List<WorkerLog> logs = new ArrayList<>();
    run(tasksetId).ifPresent(run -> run.eachWorker(logs::add));
    return logs;
  }
}
