package io.rrrspec.experiments.kill;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
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
import io.rrrspec.persister.record.SqlRows;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares what is in SQL with what is in Redis, where it still is for a day. */
final class Whole {
  private static final Duration WAITED_FOR = Duration.ofSeconds(30);

  private final Database database;
  private final TasksetStore tasksets;
  private final TrialStore trials;
  private final SlaveStore slaves;
  private final WorkerStore workers;
  private final RunReader reader;
  private final TasksetArchive archive;
  private final Complaints complaints = new Complaints();

  /** How many rows there should be, by table. */
  private final Map<String, Long> rows = new TreeMap<>();

  private List<String> differences = new ArrayList<>();

  Whole(RedisConnection redis, Keys keys, Database database) {
    this.database = database;
    this.tasksets = new TasksetStore(redis, keys);
    this.trials = new TrialStore(redis, keys);
    this.slaves = new SlaveStore(redis);
    this.workers = new WorkerStore(redis, keys);
    this.reader = new RunReader(database);
    this.archive = new TasksetArchive(database);
  }

  /** Compares these tasksets, which are all there are. */
  Complaints compare(List<String> ended) {
    Map<String, Long> times =
        reader.recent(2 * ended.size() + 100).stream()
            .collect(Collectors.groupingBy(Taskset::key, Collectors.counting()));
    for (String key : ended) {
      long found = times.getOrDefault(key, 0L);
      if (found > 1) {
        complaints.twice("%s: is in SQL %d times".formatted(key, found));
      }
      differences = new ArrayList<>();
      compare(key);
      if (found == 0) {
        complaints.lost(key);
      } else if (!differences.isEmpty()) {
        complaints.incomplete(key, differences);
      }
    }
    // Rows beyond those that belong to the tasksets would not show in any of them.
    rows.forEach(this::compareCount);
    return complaints;
  }

  private void compareCount(String table, long expected) {
    long found = SqlRows.count(database, table);
    if (found > expected) {
      complaints.twice("table %s: %d rows and not %d".formatted(table, found, expected));
    }
  }

  private void compare(String key) {
    String id = Keys.lastPart(key);
    count("taskset", 1);
    Optional<Taskset> taskset = tasksets.find(key);
    same("taskset", taskset, reader.find(id));
    same("logs saved", true, archive.areLogsSaved(id));
    same("log", tasksets.log(key), reader.log(id));
    compareTasks(key, id);
    List<Slave> slavesThere = tasksets.slaves(key).stream().map(slaves::find).toList();
    count("slave", slavesThere.size());
    same("slaves", byKey(slavesThere), byKey(reader.slaves(id)));
    List<WorkerLog> logsThere = tasksets.workerLogs(key).stream().map(workers::findLog).toList();
    count("worker_log", logsThere.size());
    Instant atLatest =
        taskset.map(Taskset::finishedAt).orElse(Instant.MAX.minus(WAITED_FOR)).plus(WAITED_FOR);
    same(
        "worker logs",
        logsThere.stream().map(log -> known(log, atLatest)).toList(),
        reader.workerLogs(id).stream().map(log -> known(log, atLatest)).toList());
  }

  private void compareTasks(String key, String id) {
    List<Task> tasks = new ArrayList<>();
    tasksets.eachTask(key, tasks::addAll);
    count("task", tasks.size());
    same("tasks", tasks, reader.tasks(id));
    List<String> failed = new ArrayList<>();
    for (Task task : tasks) {
      List<Trial> there = trials.find(task.trials());
      count("trial", there.size());
      same("trials of " + task.specFile(), there, reader.trials(id, task.specFile()));
      for (int trial = 0; trial < there.size(); trial++) {
        addFailed(task, trial, there.get(trial).cases(), failed);
      }
    }
    count("failed_case", failed.size());
    same("failed tests", failed, SqlRows.failedCases(database, id));
  }

  /** Without its end where that came so late on a slow machine that nobody had to wait for it. */
  private static WorkerLog known(WorkerLog log, Instant atLatest) {
    Instant end = log.finishedAt();
    boolean late = end == null || end.isAfter(atLatest);
    return new WorkerLog(
        log.key(),
        log.workerKey(),
        log.tasksetKey(),
        log.startedAt(),
        log.rsyncFinishedAt(),
        log.setupFinishedAt(),
        late ? null : end,
        log.log());
  }

  private static void addFailed(
      Task task, int trialNo, List<CaseResult> cases, List<String> failed) {
    for (int i = 0; i < cases.size(); i++) {
      CaseResult test = cases.get(i);
      if (test.outcome() == Outcome.FAILED || test.outcome() == Outcome.ERROR) {
        failed.add(
            "%s/%d/%d %s#%s %s %s"
                .formatted(
                    task.specFile(),
                    trialNo,
                    i,
                    test.className(),
                    test.name(),
                    test.outcome().name().toLowerCase(Locale.ROOT),
                    test.message()));
      }
    }
  }

  /** With their trials in any order: in SQL it is that of their beginnings, to the millisecond. */
  private static Map<String, List<Object>> byKey(List<Slave> all) {
    Function<Slave, List<Object>> values =
        slave -> List.of(slave.status(), slave.log(), slave.trials().stream().sorted().toList());
    return all.stream().collect(Collectors.toMap(Slave::key, values));
  }

  private void count(String table, long more) {
    rows.merge(table, more, Long::sum);
  }

  private <T> void same(String what, T expected, T found) {
    if (!expected.equals(found)) {
      differences.add("%s: in Redis %s, in SQL %s".formatted(what, expected, found));
    }
  }

  /** What was compared, in words. */
  String counted() {
    return rows.entrySet().stream()
        .map(table -> table.getValue() + " " + table.getKey())
        .collect(Collectors.joining(", ", "rows ", ""));
  }
}
