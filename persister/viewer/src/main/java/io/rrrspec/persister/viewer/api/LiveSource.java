package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.RunTrials;
import io.rrrspec.persister.viewer.api.SlaveJson.TrialRef;
import io.rrrspec.persister.viewer.run.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A run in Redis. Its tasks and trials have the numbers that the record will give them. */
final class LiveSource implements ApiRun {
  private static final int CHUNK = 500;

  private final Taskset taskset;
  private final RunId id;
  private final Records records;

  LiveSource(Taskset taskset, RunId id, Records records) {
    this.taskset = taskset;
    this.id = id;
    this.records = records;
  }

  @Override
  public Taskset taskset() {
    return taskset;
  }

  @Override
  public RunId id() {
    return id;
  }

  /** A task with its number. */
  private record Numbered(int no, Task task) {}

  private void eachChunk(Sink<List<Numbered>> sink) throws IOException {
    for (int from = 0; ; from += CHUNK) {
      List<String> keys = records.tasksets().taskKeys(taskset.key(), from, CHUNK);
      if (keys.isEmpty()) {
        return;
      }
      Map<String, Task> byKey = new HashMap<>();
      records.tasksets().tasks(keys).forEach(task -> byKey.put(task.key(), task));
      List<Numbered> chunk = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        Task task = byKey.get(keys.get(i));
        if (task != null) {
          chunk.add(new Numbered(from + i + 1, task));
        }
      }
      sink.accept(chunk);
    }
  }

  @Override
  public void eachTask(Sink<TaskJson> sink) throws IOException {
    eachChunk(
        chunk -> {
          Map<String, Trial> trials = new HashMap<>();
          records
              .trials()
              .findOutlines(
                  chunk.stream().flatMap(numbered -> numbered.task.trials().stream()).toList())
              .forEach(trial -> trials.put(trial.key(), trial));
          for (Numbered numbered : chunk) {
            sink.accept(json(numbered, trials));
          }
        });
  }

  private TaskJson json(Numbered numbered, Map<String, Trial> trials) {
    Task task = numbered.task;
    return TaskJson.of(
        id.task(numbered.no),
        task.key(),
        task.status(),
        task.specFile(),
        task.estimate(),
        trials(numbered, trials));
  }

  private List<TrialJson> trials(Numbered numbered, Map<String, Trial> trials) {
    List<TrialJson> found = new ArrayList<>();
    List<String> keys = numbered.task.trials();
    for (int no = 0; no < keys.size(); no++) {
      Trial trial = trials.get(keys.get(no));
      if (trial != null) {
        found.add(TrialJson.of(id, numbered.no, no, trial));
      }
    }
    return found;
  }

  private @Nullable Task task(int taskNo) {
    List<Task> found = records.tasksets().tasks(taskset.key(), taskNo - 1L, 1);
    return found.isEmpty() ? null : found.get(0);
  }

  @Override
  public Optional<List<TrialJson>> trials(int taskNo) {
    Task task = task(taskNo);
    if (task == null) {
      return Optional.empty();
    }
    Map<String, Trial> byKey = new HashMap<>();
    records.trials().findOutlines(task.trials()).forEach(trial -> byKey.put(trial.key(), trial));
    return Optional.of(trials(new Numbered(taskNo, task), byKey));
  }

  @Override
  public Optional<RunTrials.Output> output(int taskNo, int trialNo) {
    Task task = task(taskNo);
    if (task == null || trialNo >= task.trials().size()) {
      return Optional.empty();
    }
    return records.trials().find(List.of(task.trials().get(trialNo))).stream()
        .findFirst()
        .map(trial -> new RunTrials.Output(trial.stdout(), trial.stderr(), trial.reason()));
  }

  @Override
  public String log() {
    return records.tasksets().log(taskset.key());
  }

  @Override
  public void eachWorkerLog(Sink<WorkerLogJson> sink) throws IOException {
    for (String key : records.tasksets().workerLogs(taskset.key())) {
      if (!key.startsWith(taskset.key() + Keys.SEPARATOR)) {
        continue;
      }
      WorkerLog log = records.workers().findLog(key);
      sink.accept(
          new WorkerLogJson(
              log.key(),
              log.workerKey(),
              log.startedAt(),
              log.rsyncFinishedAt(),
              log.setupFinishedAt(),
              log.finishedAt(),
              log.log()));
    }
  }

  @Override
  public void eachSlave(Sink<SlaveJson> sink) throws IOException {
    List<String> slaves =
        records.tasksets().slaves(taskset.key()).stream().filter(Keys::isSlave).toList();
    Map<String, Place> places = slaves.isEmpty() ? Map.of() : places();
    for (String key : slaves) {
      Slave slave = records.slaves().find(key);
      // In the order of their tasks, as in rrrspec-web, and as the record will have them.
      SortedMap<Place, TrialRef> refs = new TreeMap<>();
      for (String trial : slave.trials()) {
        Place place = places.get(trial);
        // A slave's key comes back in other runs, and with it their trials.
        if (place != null) {
          refs.put(place, new TrialRef(place.id(id), trial));
        }
      }
      sink.accept(SlaveJson.of(key, slave.status(), List.copyOf(refs.values()), slave.log()));
    }
  }

  /** Where a trial stands in its run. */
  private record Place(int task, int trial) implements Comparable<Place> {
    String id(RunId run) {
      return run.trial(task, trial);
    }

    @Override
    public int compareTo(Place other) {
      int byTask = Integer.compare(task, other.task);
      return byTask != 0 ? byTask : Integer.compare(trial, other.trial);
    }
  }

  private Map<String, Place> places() throws IOException {
    Map<String, Place> places = new HashMap<>();
    eachChunk(
        chunk -> {
          for (Numbered numbered : chunk) {
            List<String> keys = numbered.task.trials();
            for (int no = 0; no < keys.size(); no++) {
              places.put(keys.get(no), new Place(numbered.no, no));
            }
          }
        });
    return places;
  }
}
