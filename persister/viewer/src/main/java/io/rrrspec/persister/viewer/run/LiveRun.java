package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.EventStore;
import io.rrrspec.common.store.LiveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.record.FailedTest;
import io.rrrspec.persister.record.RunTasks.Which;
import io.rrrspec.persister.record.RunWorkers.SlaveLine;
import io.rrrspec.persister.record.RunWorkers.WorkerLine;
import io.rrrspec.persister.record.TaskLine;
import io.rrrspec.persister.record.TestCounts;
import io.rrrspec.persister.record.TrialLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A run that Redis has: read once, and after that only what its events name. However many people
 * look at it, Redis is asked once. Safe for use by several threads.
 */
final class LiveRun implements RunView, AutoCloseable {
  /** So many tests that failed are kept: nobody reads more while the run goes on. */
  private static final int MAX_FAILURES = 1_000;

  private static final int CHUNK = 1_000;

  private final Records records;
  private final String key;
  private final EventStore.Subscription subscription;
  private final Set<String> changed = ConcurrentHashMap.newKeySet();

  private final Map<String, Integer> numbers = new HashMap<>();
  private final TreeMap<Integer, TaskLine> tasks = new TreeMap<>();
  private final Map<Integer, List<TrialLine>> trials = new HashMap<>();
  private final TreeMap<Integer, List<FailedTest>> failures = new TreeMap<>();
  private Taskset taskset;
  private TasksetStore.Progress progress;
  private List<LiveStore.Doing> doing = List.of();
  private long version;

  LiveRun(Records records, Taskset taskset) {
    this.records = records;
    this.key = taskset.key();
    this.taskset = taskset;
    this.progress = records.tasksets().progress(key);
    // Before the tasks are read: what changes meanwhile is read again.
    this.subscription = records.events().listen(key, this::heard);
    load();
  }

  private void heard(String what, String trialKey) {
    // Anybody may publish anything.
    if (Keys.isTrial(trialKey) && trialKey.startsWith(Keys.task(key, ""))) {
      changed.add(Keys.taskOf(trialKey));
    }
  }

  private synchronized void load() {
    records
        .tasksets()
        .eachTask(
            key,
            chunk -> {
              chunk.forEach(task -> numbers.putIfAbsent(task.key(), numbers.size() + 1));
              put(chunk);
            });
    doing = records.live().slaves(key);
  }

  /** Reads what has changed since the last time; returns whether anything has. */
  synchronized boolean refresh() {
    List<String> keys = new ArrayList<>(changed);
    changed.removeAll(new HashSet<>(keys));
    for (int from = 0; from < keys.size(); from += CHUNK) {
      put(records.tasksets().tasks(keys.subList(from, Math.min(keys.size(), from + CHUNK))));
    }
    TasksetStore.Progress now = records.tasksets().progress(key);
    List<LiveStore.Doing> doingNow = records.live().slaves(key);
    boolean news = !keys.isEmpty() || !now.equals(progress) || !doingNow.equals(doing);
    if (now.status() != progress.status()) {
      taskset = records.tasksets().find(key).orElse(taskset);
    }
    progress = now;
    doing = doingNow;
    if (missedSomething()) {
      // Events do not come again: what may have been missed is read.
      tasks.values().stream()
          .filter(task -> !task.status().isFinal())
          .forEach(task -> changed.add(Keys.task(key, task.specFile())));
    }
    version += news ? 1 : 0;
    return news;
  }

  private boolean missedSomething() {
    long decided = tasks.values().stream().filter(task -> task.status().isFinal()).count();
    return changed.isEmpty() && decided < progress.succeeded() + progress.failed();
  }

  private void put(List<Task> chunk) {
    Map<String, Trial> found = new HashMap<>();
    records
        .trials()
        .findOutlines(chunk.stream().flatMap(task -> task.trials().stream()).toList())
        .forEach(trial -> found.put(trial.key(), trial));
    for (Task task : chunk) {
      Integer number = numbers.get(task.key());
      if (number != null) {
        put(number, task, found);
      }
    }
  }

  private void put(int number, Task task, Map<String, Trial> found) {
    List<TrialLine> lines = new ArrayList<>();
    Duration duration = null;
    for (String trialKey : task.trials()) {
      Trial trial = found.get(trialKey);
      if (trial != null) {
        lines.add(line(number, lines.size(), task, trial));
        if (trial.verdict() == TrialVerdict.PASSED || trial.verdict() == TrialVerdict.PENDING) {
          duration = trial.duration();
        }
      }
    }
    trials.put(number, lines);
    tasks.put(
        number,
        new TaskLine(
            number, task.specFile(), task.status(), task.estimate(), duration, lines.size()));
    if (lines.stream().anyMatch(line -> line.verdict() == TrialVerdict.BAD)
        && failures.size() < MAX_FAILURES) {
      failures.put(number, failed(number, task));
    }
  }

  private static TrialLine line(int number, int trialNo, Task task, Trial trial) {
    return new TrialLine(
        number,
        trialNo,
        task.specFile(),
        Keys.lastPart(trial.key()),
        trial.slaveKey(),
        trial.startedAt(),
        trial.finishedAt(),
        trial.status(),
        trial.verdict(),
        trial.passed(),
        trial.pending(),
        trial.failed());
  }

  private List<FailedTest> failed(int number, Task task) {
    List<Trial> whole = records.trials().find(task.trials());
    Set<String> passed = new HashSet<>();
    for (Trial trial : whole) {
      trial.cases().stream()
          .filter(result -> result.outcome() == Outcome.PASSED)
          .forEach(result -> passed.add(result.className() + "#" + result.name()));
    }
    List<FailedTest> failed = new ArrayList<>();
    for (int trialNo = 0; trialNo < whole.size(); trialNo++) {
      Trial trial = whole.get(trialNo);
      for (int caseNo = 0; caseNo < trial.cases().size(); caseNo++) {
        CaseResult result = trial.cases().get(caseNo);
        if (trial.verdict() == TrialVerdict.BAD && isRed(result)) {
          failed.add(
              new FailedTest(
                  number,
                  trialNo,
                  caseNo,
                  task.specFile(),
                  result.className(),
                  result.name(),
                  result.outcome(),
                  Duration.ofMillis(result.millis()),
                  result.message(),
                  passed.contains(result.className() + "#" + result.name())));
        }
      }
    }
    return failed;
  }

  private static boolean isRed(CaseResult result) {
    return result.outcome() == Outcome.FAILED || result.outcome() == Outcome.ERROR;
  }

  /** Grows with each change. */
  synchronized long version() {
    return version;
  }

  @Override
  public synchronized Taskset taskset() {
    return taskset;
  }

  @Override
  public boolean isSettled() {
    return false;
  }

  @Override
  public synchronized Counts counts() {
    long retried = tasks.values().stream().filter(task -> task.trials() > 1).count();
    return new Counts(
        Math.max(progress.asked(), tasks.size()),
        progress.succeeded(),
        progress.failed(),
        retried,
        percent());
  }

  /** The longest classes come first: their number alone would say for long that nothing is done. */
  private int percent() {
    double mean =
        tasks.values().stream()
            .map(TaskLine::estimate)
            .filter(Objects::nonNull)
            .mapToLong(Duration::toMillis)
            .average()
            .orElse(1);
    double all = 0;
    double decided = 0;
    for (TaskLine task : tasks.values()) {
      Duration estimate = task.estimate();
      double millis = Math.max(1, estimate == null ? mean : estimate.toMillis());
      all += millis;
      decided += task.status().isFinal() ? millis : 0;
    }
    return all == 0 ? 0 : (int) (100 * decided / all);
  }

  @Override
  public synchronized Optional<TestCounts> tests() {
    return Optional.of(
        tasks.values().stream()
            .map(
                task ->
                    TestCounts.ofLines(
                        task.status(), trials.getOrDefault(task.taskNo(), List.of())))
            .reduce(TestCounts.NONE, TestCounts::plus));
  }

  @Override
  public synchronized List<LiveStore.Doing> doing() {
    return taskset.status().isFinal() ? List.of() : doing;
  }

  @Override
  public synchronized List<TaskLine> tasks(Which which, int after, int limit) {
    Predicate<TaskLine> wanted =
        switch (which) {
          case ALL -> task -> true;
          case FAILED -> task -> task.status() == TaskStatus.FAILED;
          case RETRIED -> task -> task.trials() > 1;
        };
    return tasks.tailMap(after, false).values().stream().filter(wanted).limit(limit).toList();
  }

  @Override
  public synchronized Optional<TaskLine> task(String specFile) {
    return Optional.ofNullable(numbers.get(Keys.task(key, specFile))).map(tasks::get);
  }

  @Override
  public synchronized List<TrialLine> trials(int taskNo) {
    return List.copyOf(trials.getOrDefault(taskNo, List.of()));
  }

  @Override
  public void eachTrial(Consumer<TrialLine> consumer) {
    List<TrialLine> all = new ArrayList<>();
    synchronized (this) {
      tasks.keySet().forEach(number -> all.addAll(trials.getOrDefault(number, List.of())));
    }
    all.forEach(consumer);
  }

  @Override
  public Optional<TrialText> text(int taskNo, int trialNo) {
    TaskLine task;
    synchronized (this) {
      task = tasks.get(taskNo);
    }
    if (task == null) {
      return Optional.empty();
    }
    return records.tasksets().tasks(List.of(Keys.task(key, task.specFile()))).stream()
        .map(Task::trials)
        .filter(keys -> trialNo >= 0 && trialNo < keys.size())
        .map(keys -> records.trials().find(List.of(keys.get(trialNo))))
        .flatMap(Collection::stream)
        .map(t -> new TrialText(t.stdout(), t.stderr(), t.reason(), t.cases()))
        .findFirst();
  }

  @Override
  public synchronized List<FailedTest> failures(int limit) {
    return failures.values().stream().flatMap(List::stream).limit(limit).toList();
  }

  @Override
  public List<WorkerLine> workers(int limit) {
    return ownWorkerLogs().stream()
        .limit(limit)
        .map(records.workers()::findLog)
        .map(
            log ->
                new WorkerLine(
                    log.key(),
                    log.workerKey(),
                    log.startedAt(),
                    log.rsyncFinishedAt(),
                    log.setupFinishedAt(),
                    log.finishedAt()))
        .toList();
  }

  private List<String> ownWorkerLogs() {
    return records.tasksets().workerLogs(key).stream()
        .filter(log -> log.startsWith(key + ":"))
        .toList();
  }

  @Override
  public List<SlaveLine> slaves(int limit) {
    return records.tasksets().slaves(key).stream()
        .filter(Keys::isSlave)
        .limit(limit)
        .map(records.slaves()::find)
        .map(slave -> new SlaveLine(slave.key(), slave.status()))
        .toList();
  }

  @Override
  public String log() {
    return records.tasksets().log(key);
  }

  @Override
  public String workerLog(String logKey) {
    return ownWorkerLogs().stream()
        .filter(logKey::equals)
        .map(records.workers()::findLog)
        .map(WorkerLog::log)
        .findFirst()
        .orElse("");
  }

  @Override
  public String slaveLog(String slaveKey) {
    return records.tasksets().slaves(key).stream()
        .filter(slaveKey::equals)
        .filter(Keys::isSlave)
        .map(records.slaves()::find)
        .map(Slave::log)
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    subscription.close();
  }
}
