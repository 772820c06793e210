package io.rrrspec.common.run;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.LogStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads a run in Redis. Its tasks and trials have the numbers that the record will give them,
 * unless a foreign implementation lists one twice.
 */
public class RunInRedis implements StoredRun {
  /** How many tasks are read in one round trip. */
  private static final int TASKS = 500;

  /** How many logs are read in one round trip: each may have a megabyte. */
  private static final int LOGS = 20;

  private final Taskset taskset;
  private final TasksetStore tasksets;
  private final TrialStore trials;
  private final LogStore logs;

  /** Makes a reader of this run, which must be one that these stores have. */
  public RunInRedis(Taskset taskset, TasksetStore tasksets, TrialStore trials, LogStore logs) {
    this.taskset = taskset;
    this.tasksets = tasksets;
    this.trials = trials;
    this.logs = logs;
  }

  /** Makes a reader of a run in this Redis. */
  public static RunInRedis of(Taskset taskset, RedisConnection redis, Keys keys) {
    return new RunInRedis(
        taskset, new TasksetStore(redis, keys), new TrialStore(redis, keys), new LogStore(redis));
  }

  @Override
  public Taskset taskset() {
    return taskset;
  }

  @Override
  public boolean isSettled() {
    return false;
  }

  @Override
  public List<RunTask> tasks(TaskFilter filter, int after, int limit) {
    if (limit < 1 || limit > MAX_TASKS) {
      throw new IllegalArgumentException("1 to " + MAX_TASKS + " tasks, not " + limit);
    }
    return read(filter, after, limit, Detail.OUTLINE);
  }

  /**
   * Returns the next tasks with all that their trials left; memory is the caller's concern.
   *
   * @param after the number of the last task that is known; 0: from the first one on
   * @param limit how many at most; 1 or more
   */
  public List<RunTask> wholeTasks(int after, int limit) {
    return read(TaskFilter.ALL, after, limit, Detail.WHOLE);
  }

  /** Goes on until there are so many: tasks may be missing, or filtered out. */
  private List<RunTask> read(TaskFilter filter, int after, int limit, Detail detail) {
    List<RunTask> found = new ArrayList<>();
    int from = after;
    while (found.size() < limit) {
      int count = filter == TaskFilter.ALL ? limit - found.size() : TASKS;
      List<String> keys = tasksets.taskKeys(key(), from, count);
      join(from, keys, detail).stream()
          .filter(filter::takes)
          .limit(limit - found.size())
          .forEach(found::add);
      from += count;
      if (keys.size() < count) {
        break;
      }
    }
    return found;
  }

  @Override
  public Optional<RunTask> task(String specFile) {
    String wanted = Keys.task(key(), specFile);
    for (int from = 0; ; from += TASKS) {
      List<String> keys = tasksets.taskKeys(key(), from, TASKS);
      int at = keys.indexOf(wanted);
      if (at >= 0 || keys.size() < TASKS) {
        return join(from + at, at < 0 ? List.of() : List.of(wanted), Detail.OUTLINE).stream()
            .findFirst();
      }
    }
  }

  @Override
  public Optional<Trial> trial(int taskNo, int trialNo) {
    return tasksets.tasks(key(), taskNo - 1L, 1).stream()
        .flatMap(task -> trial(task, trialNo).stream())
        .findFirst();
  }

  /** Reads a trial of a task that is known; empty if it has none of that number. */
  protected final Optional<Trial> trial(Task task, int trialNo) {
    List<String> keys = task.trials();
    return trialNo < 0 || trialNo >= keys.size()
        ? Optional.empty()
        : trials.find(List.of(keys.get(trialNo))).stream().findFirst();
  }

  @Override
  public void eachTask(Detail detail, Consumer<List<RunTask>> chunks) {
    int from = 0;
    List<String> keys;
    do {
      keys = tasksets.taskKeys(key(), from, TASKS);
      List<RunTask> chunk = join(from, keys, detail);
      if (!chunk.isEmpty()) {
        chunks.accept(chunk);
      }
      from += TASKS;
    } while (keys.size() == TASKS);
  }

  /** Tasks that do not exist leave a gap in the numbers. */
  private List<RunTask> join(int after, List<String> keys, Detail detail) {
    if (keys.isEmpty()) {
      return List.of();
    }
    List<RunTask> numbered = new ArrayList<>();
    List<Task> tasks = tasksets.tasks(keys);
    for (int i = 0; i < keys.size() && numbered.size() < tasks.size(); i++) {
      Task next = tasks.get(numbered.size());
      if (next.key().equals(keys.get(i))) {
        numbered.add(new RunTask(after + i + 1, next, List.of()));
      }
    }
    return withTrials(numbered, detail);
  }

  /** Reads the trials of tasks anew, in one round trip; those that do not exist are left out. */
  protected final List<RunTask> withTrials(List<RunTask> tasks, Detail detail) {
    List<String> keys = tasks.stream().flatMap(one -> one.task().trials().stream()).toList();
    Map<String, Trial> found = new HashMap<>();
    List<Trial> read =
        switch (detail) {
          case OUTLINE -> trials.findOutlines(keys);
          case WHOLE -> trials.find(keys);
        };
    read.forEach(trial -> found.put(trial.key(), trial));
    return tasks.stream()
        .map(
            one -> {
              List<String> own = one.task().trials();
              return new RunTask(
                  one.no(),
                  one.task(),
                  own.stream().filter(found::containsKey).map(found::get).toList());
            })
        .toList();
  }

  @Override
  public List<PartTrial> parts(List<RunTask> divided) {
    List<PartTrial> parts = new ArrayList<>();
    for (RunTask task : divided) {
      TaskSplit split = task.task().split();
      if (split != null) {
        List<List<String>> keys = tasksets.partTrials(task.task().key(), split.parts());
        for (int i = 0; i < keys.size(); i++) {
          for (Trial trial : trials.findOutlines(keys.get(i))) {
            parts.add(new PartTrial(task.no(), i + 1, split.parts(), trial));
          }
        }
      }
    }
    return parts;
  }

  @Override
  public Optional<TestCounts> tests() {
    boolean mutes = mutes();
    List<TestCounts> chunks = new ArrayList<>();
    eachTask(
        Detail.OUTLINE,
        chunk -> {
          Map<Boolean, List<RunTask>> byNeed =
              chunk.stream()
                  .collect(
                      Collectors.partitioningBy(
                          task -> TestCounts.needTests(task.status(), task.trials(), mutes)));
          List<RunTask> all = new ArrayList<>(byNeed.getOrDefault(false, List.of()));
          all.addAll(withTrials(byNeed.getOrDefault(true, List.of()), Detail.WHOLE));
          chunks.add(
              all.stream()
                  .map(task -> TestCounts.of(task.status(), task.trials()))
                  .reduce(TestCounts.NONE, TestCounts::plus));
        });
    return Optional.of(chunks.stream().reduce(TestCounts.NONE, TestCounts::plus));
  }

  private boolean mutes() {
    try {
      return !tasksets.quarantine(key()).isNone();
    } catch (ServiceException e) {
      // Nobody knows: then the tests tell.
      return true;
    }
  }

  @Override
  public List<FailedTest> failures(int limit) {
    List<FailedTest> failed = new ArrayList<>();
    int after = 0;
    List<RunTask> page;
    do {
      page = tasks(TaskFilter.ALL, after, TASKS);
      failed.addAll(failures(page));
      after = page.isEmpty() ? after : page.get(page.size() - 1).no();
    } while (page.size() == TASKS && failed.size() < limit);
    return failed.stream().limit(limit).toList();
  }

  /** Reads the failed tests of tasks of which the outlines are known, in one round trip. */
  protected final List<FailedTest> failures(List<RunTask> outlines) {
    List<RunTask> bad =
        outlines.stream()
            .filter(task -> task.hasBadTrial() || task.status() == TaskStatus.FAILED)
            .toList();
    return withTrials(bad, Detail.WHOLE).stream().flatMap(t -> FailedTest.of(t).stream()).toList();
  }

  @Override
  public String log() {
    return tasksets.log(key());
  }

  @Override
  public List<WorkerLog> workers(int limit) {
    return logs.workerOutlines(workerLogKeys().stream().limit(limit).toList());
  }

  @Override
  public void eachWorker(Consumer<WorkerLog> workers) {
    eachPart(workerLogKeys(), keys -> logs.workers(keys).forEach(workers));
  }

  @Override
  public String workerLog(String logKey) {
    return workerLogKeys().contains(logKey) ? logs.workers(List.of(logKey)).get(0).log() : "";
  }

  /** What is in the list and belongs to the run: anybody else's is not read. */
  private List<String> workerLogKeys() {
    return tasksets.workerLogs(key()).stream()
        .filter(log -> log.startsWith(key() + Keys.SEPARATOR))
        .distinct()
        .toList();
  }

  @Override
  public List<RunSlave> slaves(int limit) {
    return logs.slaveOutlines(slaveKeys().stream().limit(limit).toList()).stream()
        .map(RunSlave::of)
        .toList();
  }

  @Override
  public void eachSlave(Consumer<RunSlave> slaves) {
    eachPart(slaveKeys(), keys -> logs.slaves(keys).stream().map(RunSlave::of).forEach(slaves));
  }

  @Override
  public String slaveLog(String slaveKey) {
    return slaveKeys().contains(slaveKey) ? logs.slaves(List.of(slaveKey)).get(0).log() : "";
  }

  private List<String> slaveKeys() {
    return tasksets.slaves(key()).stream().filter(Keys::isSlave).distinct().toList();
  }

  private static void eachPart(List<String> keys, Consumer<List<String>> part) {
    for (int from = 0; from < keys.size(); from += LOGS) {
      part.accept(keys.subList(from, Math.min(keys.size(), from + LOGS)));
    }
  }

  private String key() {
    return taskset.key();
  }
}
