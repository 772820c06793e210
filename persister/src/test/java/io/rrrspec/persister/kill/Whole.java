package io.rrrspec.persister.kill;

import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.persister.db.Database;
import io.rrrspec.persister.db.RunReader;
import io.rrrspec.persister.db.TasksetArchive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Counts what is in SQL against what is in Redis. */
final class Whole {
  private final RedisConnection redis;
  private final TasksetStore tasksets;
  private final Keys keys;
  private final RunReader reader;
  private final TasksetArchive archive;
  private final List<String> complaints = new ArrayList<>();
  private int tasks;
  private int trials;
  private int slaves;
  private int workerLogs;

  Whole(RedisConnection redis, Keys keys, Database database) {
    this.redis = redis;
    this.keys = keys;
    this.tasksets = new TasksetStore(redis, keys);
    this.reader = new RunReader(database);
    this.archive = new TasksetArchive(database);
  }

  /** What is not there once and whole; empty if all is well. */
  List<String> compare(List<String> ended) {
    List<Taskset> saved = reader.recent(ended.size() + 100);
    Map<String, Long> times =
        saved.stream().collect(Collectors.groupingBy(Taskset::key, Collectors.counting()));
    same("all", "tasksets", (long) ended.size(), (long) saved.size());
    for (String key : ended) {
      same(key, "times that it is there", 1L, times.getOrDefault(key, 0L));
      compare(key);
    }
    return complaints;
  }

  private void compare(String key) {
    String id = Keys.lastPart(key);
    same(key, "taskset", tasksets.find(key), reader.find(id));
    same(key, "logs saved", true, archive.areLogsSaved(id));
    same(key, "log", tasksets.log(key), reader.log(id));
    List<Task> expected = new ArrayList<>();
    tasksets.eachTask(key, expected::addAll);
    same(key, "tasks", expected, reader.tasks(id));
    tasks += expected.size();
    TrialStore store = new TrialStore(redis, keys);
    for (Task task : expected) {
      List<Trial> found = store.find(task.trials());
      same(key, "trials of " + task.specFile(), found, reader.trials(id, task.specFile()));
      trials += found.size();
    }
    SlaveStore slaveStore = new SlaveStore(redis);
    List<Slave> slavesThere = tasksets.slaves(key).stream().map(slaveStore::find).toList();
    same(key, "slaves", logs(slavesThere, Slave::log), logs(reader.slaves(id), Slave::log));
    slaves += slavesThere.size();
    WorkerStore workers = new WorkerStore(redis, keys);
    List<WorkerLog> there = tasksets.workerLogs(key).stream().map(workers::findLog).toList();
    List<WorkerLog> saved = reader.workerLogs(id);
    same(key, "worker logs", logs(there, WorkerLog::log), logs(saved, WorkerLog::log));
    workerLogs += there.size();
  }

  private static <T> List<String> logs(List<T> all, Function<T, String> log) {
    return all.stream().map(log).toList();
  }

  private <T> void same(String key, String what, T expected, T found) {
    if (!expected.equals(found)) {
      complaints.add("%s: %s: in Redis %s, in SQL %s".formatted(key, what, expected, found));
    }
  }

  /** What was compared, in words. */
  String counted() {
    return "%d tasks, %d trials, %d slaves, %d worker logs"
        .formatted(tasks, trials, slaves, workerLogs);
  }
}
