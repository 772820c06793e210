package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.model.PartsEnded;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.FailedTest;
import io.rrrspec.common.run.ModuleSum;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.run.TaskOrder;
import io.rrrspec.common.store.EventStore;
import io.rrrspec.common.store.LogStore;
import io.rrrspec.common.store.SlaveActivityStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import java.time.Duration;
import java.util.ArrayList;
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
import org.jspecify.annotations.Nullable;

/**
 * A run that Redis has: read once, and after that only what its events name. However many people
 * look at it, Redis is asked once. Safe for use by several threads.
 */
final class LiveRun extends RunInRedis implements RunView, AutoCloseable {
  private static final int CHUNK = 1_000;

  private final TasksetStore tasksets;
  private final SlaveActivityStore slaves;
  private final String key;
  private final EventStore.Subscription subscription;
  private final Set<String> changed = ConcurrentHashMap.newKeySet();

  private final Map<String, Integer> numbers = new HashMap<>();
  private final TreeMap<Integer, RunTask> tasks = new TreeMap<>();
  private final TreeMap<Integer, List<FailedTest>> failures = new TreeMap<>();
  private Taskset taskset;
  private TasksetStore.Progress progress;
  private List<SlaveActivityStore.Doing> doing = List.of();
  private @Nullable List<ModuleSum> modules;

  /** How far undecided classes are that run in parts, by task. */
  private Map<String, PartsEnded> parts = Map.of();

  private long version;

  LiveRun(Records records, Taskset taskset) {
    this(
        taskset,
        records.tasksets(),
        records.trials(),
        records.logs(),
        records.live(),
        records.events());
  }

  LiveRun(
      Taskset taskset,
      TasksetStore tasksets,
      TrialStore trials,
      LogStore logs,
      SlaveActivityStore slaves,
      EventStore events) {
    super(taskset, tasksets, trials, logs);
    this.tasksets = tasksets;
    this.slaves = slaves;
    this.key = taskset.key();
    this.taskset = taskset;
    this.progress = tasksets.progress(key);
    // Before the tasks are read: what changes meanwhile is read again.
    this.subscription = events.listen(key, this::heard);
    load();
  }

  private void heard(String what, String trialKey) {
    // Anybody may publish anything.
    if (Keys.isTrial(trialKey) && trialKey.startsWith(Keys.task(key, ""))) {
      changed.add(Keys.taskOf(trialKey));
    }
  }

  private synchronized void load() {
    super.eachTask(
        Detail.OUTLINE,
        chunk -> {
          chunk.forEach(task -> numbers.putIfAbsent(task.task().key(), task.no()));
          put(chunk);
        });
    doing = slaves.slaves(key);
    parts = readParts();
  }

  /** No event tells of a part that ends: they are few, and asked for while there are some. */
  private Map<String, PartsEnded> readParts() {
    return tasksets.partsEnded(
        tasks.values().stream()
            .filter(task -> !task.status().isFinal() && task.task().split() != null)
            .map(task -> task.task().key())
            .toList());
  }

  /** Reads what has changed since the last time; returns whether anything has. */
  synchronized boolean refresh() {
    List<String> keys = new ArrayList<>(changed);
    changed.removeAll(new HashSet<>(keys));
    reread(keys);
    TasksetStore.Progress now = tasksets.progress(key);
    List<SlaveActivityStore.Doing> doingNow = slaves.slaves(key);
    Map<String, PartsEnded> partsNow = readParts();
    boolean news =
        !keys.isEmpty()
            || !now.equals(progress)
            || !doingNow.equals(doing)
            || !partsNow.equals(parts);
    if (now.status() != progress.status()) {
      taskset = tasksets.find(key).orElse(taskset);
    }
    progress = now;
    doing = doingNow;
    parts = partsNow;
    if (isBehind() && now.status().isFinal()) {
      // Its page is drawn once, so it does not wait for the last event, which may still be on its
      // way.
      reread(undecided());
    } else if (isBehind() && changed.isEmpty()) {
      // Events do not come again: what may have been missed is read.
      changed.addAll(undecided());
    }
    version += news ? 1 : 0;
    return news;
  }

  /** Whether more tasks are decided than were read as such. */
  private boolean isBehind() {
    return tasks.size() - undecided().size() < progress.succeeded() + progress.failed();
  }

  private List<String> undecided() {
    return tasks.values().stream()
        .filter(task -> !task.status().isFinal())
        .map(task -> Keys.task(key, task.specFile()))
        .toList();
  }

  private void reread(List<String> keys) {
    for (int from = 0; from < keys.size(); from += CHUNK) {
      rereadChunk(keys.subList(from, Math.min(keys.size(), from + CHUNK)));
    }
  }

  private void rereadChunk(List<String> keys) {
    List<RunTask> known = new ArrayList<>();
    for (Task task : tasksets.tasks(keys)) {
      Integer number = numbers.get(task.key());
      if (number != null) {
        known.add(new RunTask(number, task, List.of()));
      }
    }
    put(withTrials(known, Detail.OUTLINE));
  }

  private void put(List<RunTask> chunk) {
    modules = null;
    // Nobody reads more while the run goes on.
    boolean room = failures.values().stream().mapToInt(List::size).sum() < MAX_FAILURES;
    List<RunTask> bad = new ArrayList<>();
    for (RunTask task : chunk) {
      // A foreign implementation may list a task twice.
      if (Objects.equals(numbers.get(task.task().key()), task.no())) {
        tasks.put(task.no(), task);
        if (task.hasBadTrial() && (room || failures.containsKey(task.no()))) {
          bad.add(task);
        }
      }
    }
    List<FailedTest> failed = failures(bad);
    bad.forEach(task -> failures.put(task.no(), new ArrayList<>()));
    failed.forEach(
        test -> failures.computeIfAbsent(test.taskNo(), no -> new ArrayList<>()).add(test));
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
  public synchronized Counts counts() {
    return new Counts(
        Math.max(progress.asked(), tasks.size()),
        progress.succeeded(),
        progress.failed(),
        count(TaskFilter.RETRIED),
        percent(),
        parts.values().stream().reduce(PartsEnded.NONE, PartsEnded::plus));
  }

  /** The longest classes come first: their number alone would say for long that nothing is done. */
  private int percent() {
    double mean =
        tasks.values().stream()
            .map(task -> task.task().estimate())
            .filter(Objects::nonNull)
            .mapToLong(Duration::toMillis)
            .average()
            .orElse(1);
    double all = 0;
    double decided = 0;
    for (RunTask task : tasks.values()) {
      Duration estimate = task.task().estimate();
      double millis = Math.max(1, estimate == null ? mean : estimate.toMillis());
      all += millis;
      PartsEnded ended = parts.getOrDefault(task.task().key(), PartsEnded.NONE);
      decided += millis * (task.status().isFinal() ? 1 : ended.share());
    }
    return all == 0 ? 0 : (int) (100 * decided / all);
  }

  @Override
  public synchronized List<SlaveActivityStore.Doing> doing() {
    return taskset.status().isFinal() ? List.of() : doing;
  }

  @Override
  public synchronized List<RunTask> tasks(TaskFilter filter, int after, int limit) {
    return tasks.tailMap(after, false).values().stream()
        .filter(filter::takes)
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized List<RunTask> sorted(
      TaskFilter filter, Predicate<String> names, TaskOrder order, int from, int limit) {
    // Each reader of a run that goes on asks for this again and again: no more is sorted than has
    // to be.
    return order
        .sorted(
            () ->
                tasks.values().stream()
                    .filter(task -> filter.takes(task) && names.test(task.specFile())))
        .skip(from)
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized Optional<RunTask> task(String specFile) {
    return Optional.ofNullable(numbers.get(Keys.task(key, specFile))).map(tasks::get);
  }

  @Override
  public void eachTask(Detail detail, Consumer<List<RunTask>> chunks) {
    if (detail == Detail.WHOLE) {
      super.eachTask(detail, chunks);
      return;
    }
    List<RunTask> all;
    synchronized (this) {
      all = List.copyOf(tasks.values());
    }
    chunks.accept(all);
  }

  @Override
  public synchronized List<ModuleSum> modules() {
    if (modules == null) {
      modules = super.modules();
    }
    return modules;
  }

  @Override
  public Optional<Trial> trial(int taskNo, int trialNo) {
    RunTask task;
    synchronized (this) {
      task = tasks.get(taskNo);
    }
    return task == null ? Optional.empty() : trial(task.task(), trialNo);
  }

  @Override
  public synchronized List<FailedTest> failures(int limit) {
    return failures.values().stream().flatMap(List::stream).limit(limit).toList();
  }

  @Override
  public void close() {
    subscription.close();
  }
}
