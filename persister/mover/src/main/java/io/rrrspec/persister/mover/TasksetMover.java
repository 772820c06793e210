package io.rrrspec.persister.mover;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SetAsideStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two steps in which one taskset moves from Redis to SQL. Both may be repeated at will. Safe
 * for use by several threads.
 */
final class TasksetMover {
  private static final Logger log = LoggerFactory.getLogger(TasksetMover.class);

  /** What belongs to a taskset lives so long in Redis after it was persisted. */
  private static final Duration KEEP = Duration.ofDays(1);

  private final Stores stores;
  private final MessageQueue queue;
  private final TasksetArchive archive;
  private final ClassEstimates estimates;

  TasksetMover(
      Stores stores, MessageQueue queue, TasksetArchive archive, ClassEstimates estimates) {
    this.stores = stores;
    this.queue = queue;
    this.archive = archive;
    this.estimates = estimates;
  }

  /**
   * Step one: the taskset with its tasks and trials, its time to live, what it says of the next.
   */
  void saveFinished(Taskset taskset) {
    boolean saved = archive.saveFinished(taskset, new FinishedTasks(stores, taskset));
    stores.tasksets().expire(taskset.key(), KEEP);
    TasksetStatus earlier = saved ? null : archive.earlierEnd(taskset).orElse(null);
    if (earlier == null) {
      log.info("taskset {}: {} and persisted", taskset.key(), taskset.status().text());
    } else {
      log.warn(
          "taskset {}: {} now, and {} before: Redis had lost that end; the record keeps the first",
          taskset.key(),
          taskset.status().text(),
          earlier.text());
    }
    if (tellsOfTheNext(taskset)) {
      // Also if it was there: the persister that saved it may have died before this.
      guarded(taskset, () -> estimates.update(taskset.tasksetClass()));
      guarded(taskset, () -> updateStreaks(taskset));
    }
  }

  /** The run is in the record: that nobody can note what it says of the next must not undo that. */
  private static void guarded(Taskset taskset, Runnable note) {
    try {
      note.run();
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error(
          "class {}: what is noted of its next run is damaged in Redis, and stays as it is: {}",
          taskset.tasksetClass(),
          e.getMessage());
    }
  }

  /**
   * Of what the run muted or had muted before, and of what the fleet has in quarantine by now: a
   * run that is looked at once more must not take away what a later one has told.
   */
  private void updateStreaks(Taskset taskset) {
    List<QuarantinedTest> tests = new ArrayList<>(stores.quarantine().of(taskset.tasksetClass()));
    try {
      tests.addAll(stores.tasksets().quarantine(taskset.key()).all());
    } catch (ServiceException e) {
      // It muted nothing; the run is saved all the same.
      log.warn("taskset {}: {}", taskset.key(), e.getMessage());
    }
    estimates.updateStreaks(
        taskset.tasksetClass(), tests.stream().map(QuarantinedTest::test).toList());
  }

  /** A job is hardly ever the same as another one: their names would grow without an end. */
  private static boolean tellsOfTheNext(Taskset taskset) {
    return !taskset.partial() && !taskset.hasNoSources();
  }

  /** Whether nothing more is to be expected of its workers. */
  boolean workersHaveLeft(String key) {
    return workerLogs(key).stream()
        .map(stores.workers()::findLog)
        .allMatch(workerLog -> workerLog.finishedAt() != null && !isBack(workerLog, key));
  }

  /** A foreign one that was given up and took the taskset again leaves the old end there. */
  private boolean isBack(WorkerLog workerLog, String key) {
    String worker = workerLog.workerKey();
    return !worker.isEmpty() && key.equals(stores.workers().heldTaskset(worker));
  }

  /** What is in the list and belongs to the taskset: the keys of anybody else must not expire. */
  private List<String> workerLogs(String key) {
    return stores.tasksets().workerLogs(key).stream()
        .filter(workerLog -> workerLog.startsWith(key + ":"))
        .toList();
  }

  /** Step two: what its workers wrote, and what their slaves say of the next run. */
  void saveLogs(String key) {
    Taskset taskset = stores.tasksets().find(key).orElse(null);
    List<Slave> slaves =
        stores.tasksets().slaves(key).stream()
            .filter(Keys::isSlave)
            .map(stores.slaves()::find)
            .toList();
    List<WorkerLog> workerLogs = workerLogs(key).stream().map(stores.workers()::findLog).toList();
    String text = stores.tasksets().log(key);
    Iterator<Trial> late = lateTrials(slaves);
    boolean again = false;
    if (taskset != null) {
      FinishedTasks.requireSameEnd(stores, taskset);
      again = archive.earlierEnd(taskset).isPresent();
    }
    if (!again) {
      archive.saveLogs(key, text, slaves, workerLogs, late);
    } else if (!archive.areLogsSaved(Keys.lastPart(key))) {
      // Trials of what came after the end that the record keeps would contradict it.
      archive.saveLogs(key, text, slaves, workerLogs, Collections.emptyIterator());
    }
    slaves.forEach(slave -> stores.slaves().expire(slave.key(), KEEP));
    workerLogs.forEach(workerLog -> stores.workers().expireLog(workerLog.key(), KEEP));
    stores.tasksets().expire(key, KEEP);
    if (taskset != null
        && tellsOfTheNext(taskset)
        && slaves.stream().anyMatch(slave -> slave.jvm() != null)) {
      guarded(taskset, () -> estimates.updateStartCosts(taskset.tasksetClass()));
    }
    log.info("taskset {}: logs persisted", key);
  }

  /** The last trial of each slave: the only one that can have changed since the taskset ended. */
  private Iterator<Trial> lateTrials(List<Slave> slaves) {
    List<String> last =
        slaves.stream()
            .filter(slave -> !slave.trials().isEmpty())
            .map(slave -> slave.trials().get(slave.trials().size() - 1))
            .toList();
    return stores.trials().find(last).iterator();
  }

  /**
   * Gives one up that cannot be persisted.
   *
   * @param why in one line
   */
  void setAside(String key, String why) {
    // First: a key without a lifetime that nobody holds any more would stay for ever.
    keep(stores.tasksets(), key);
    stores.setAside().add(key, why, queue);
  }

  /** Lets what belongs to a run that is set aside live as long as it is listed. */
  static void keep(TasksetStore tasksets, String key) {
    try {
      tasksets.expire(key, SetAsideStore.LIFE);
    } catch (RuntimeException e) {
      if (Outage.isCauseOf(e)) {
        throw e;
      }
      log.error("taskset {}: has keys in Redis that cannot be read: {}", key, e.toString());
      tasksets.expireWithoutTasks(key, SetAsideStore.LIFE);
    }
  }
}
