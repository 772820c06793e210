package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.Database;
import io.rrrspec.persister.record.RunTasks;
import io.rrrspec.persister.record.RunTrials;
import io.rrrspec.persister.record.RunWorkers;
import io.rrrspec.persister.record.Runs;
import io.rrrspec.persister.record.SavedRun;
import io.rrrspec.persister.record.TaskLine;
import io.rrrspec.persister.record.TrialLine;
import io.rrrspec.persister.viewer.api.SlaveJson.TrialRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run in the record. */
final class SavedSource implements ApiRun {
  private static final int CHUNK = 500;

  /** No run has so many slaves or workers. */
  private static final int ALL = 100_000;

  private final SavedRun run;
  private final long number;
  private final RunId id;
  private final Runs runs;
  private final RunTasks tasks;
  private final RunTrials trials;
  private final RunWorkers workers;

  SavedSource(SavedRun run, Database database) {
    this.run = run;
    this.number = run.number();
    this.id = new RunId(number, run.taskset().id());
    this.runs = new Runs(database);
    this.tasks = new RunTasks(database);
    this.trials = new RunTrials(database);
    this.workers = new RunWorkers(database);
  }

  /** Whether its logs are those of the end. */
  boolean hasLogs() {
    return run.logsSaved();
  }

  @Override
  public Taskset taskset() {
    return run.taskset();
  }

  @Override
  public RunId id() {
    return id;
  }

  @Override
  public void eachTask(Sink<TaskJson> sink) throws IOException {
    TrialCursor cursor = new TrialCursor(trials, number);
    int last = 0;
    while (true) {
      List<TaskLine> chunk = tasks.page(number, RunTasks.Which.ALL, last, CHUNK);
      if (chunk.isEmpty()) {
        break;
      }
      for (TaskLine task : chunk) {
        sink.accept(json(task, cursor.ofTask(task.taskNo())));
      }
      last = chunk.get(chunk.size() - 1).taskNo();
    }
    requireThere();
  }

  /** Of a run that is deleted meanwhile the last chunks are missing. */
  private void requireThere() {
    if (runs.find(number).isEmpty()) {
      throw new ServiceException("the run " + taskset().key() + " was deleted while it was read");
    }
  }

  private TaskJson json(TaskLine task, List<TrialLine> lines) {
    return TaskJson.of(
        id.task(task.taskNo()),
        taskKey(task.specFile()),
        task.status(),
        task.specFile(),
        task.estimate(),
        lines.stream().map(this::json).toList());
  }

  private TrialJson json(TrialLine line) {
    return TrialJson.of(id, key(line), line);
  }

  private String taskKey(String specFile) {
    return Keys.task(taskset().key(), specFile);
  }

  private String key(TrialLine line) {
    return line.name().contains(Keys.SEPARATOR)
        ? line.name()
        : Keys.trial(taskKey(line.specFile()), line.name());
  }

  @Override
  public Optional<List<TrialJson>> trials(int taskNo) {
    List<TrialLine> lines = trials.ofTask(number, taskNo);
    return lines.isEmpty() && !hasTask(taskNo)
        ? Optional.empty()
        : Optional.of(lines.stream().map(this::json).toList());
  }

  private boolean hasTask(int taskNo) {
    return tasks.page(number, RunTasks.Which.ALL, taskNo - 1, 1).stream()
        .anyMatch(task -> task.taskNo() == taskNo);
  }

  @Override
  public Optional<RunTrials.Output> output(int taskNo, int trialNo) {
    return trials.output(number, taskNo, trialNo);
  }

  @Override
  public String log() {
    return runs.log(number);
  }

  @Override
  public void eachWorkerLog(Sink<WorkerLogJson> sink) throws IOException {
    for (RunWorkers.WorkerLine worker : workers.workers(number, ALL)) {
      sink.accept(
          new WorkerLogJson(
              worker.key(),
              worker.worker(),
              worker.startedAt(),
              worker.syncedAt(),
              worker.setUpAt(),
              worker.finishedAt(),
              workers.workerLog(number, worker.key())));
    }
    requireThere();
  }

  @Override
  public void eachSlave(Sink<SlaveJson> sink) throws IOException {
    Map<String, List<TrialLine>> bySlave = trialsBySlave();
    for (RunWorkers.SlaveLine slave : workers.slaves(number, ALL)) {
      List<TrialRef> refs =
          bySlave.getOrDefault(slave.key(), List.of()).stream()
              .map(line -> new TrialRef(id.trial(line.taskNo(), line.trialNo()), key(line)))
              .toList();
      sink.accept(
          SlaveJson.of(slave.key(), slave.status(), refs, workers.slaveLog(number, slave.key())));
    }
    requireThere();
  }

  /** Each slave's, in the order of their tasks, as in rrrspec-web. */
  private Map<String, List<TrialLine>> trialsBySlave() {
    Map<String, List<TrialLine>> bySlave = new HashMap<>();
    TrialCursor cursor = new TrialCursor(trials, number);
    for (TrialLine line = cursor.next(); line != null; line = cursor.next()) {
      bySlave.computeIfAbsent(line.slave(), slave -> new ArrayList<>()).add(line);
    }
    return bySlave;
  }
}
