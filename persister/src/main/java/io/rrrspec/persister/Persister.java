package io.rrrspec.persister;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.EstimateStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.persister.db.ClassHistory;
import io.rrrspec.persister.db.TasksetArchive;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves tasksets that are over from Redis to SQL in two steps, each one transaction and repeatable:
 * at once the taskset with its tasks and trials; when its workers have left, at the latest after 30
 * s, what they wrote. A message stays in this persister's hands until both are done, so that
 * another one takes over what this one left half-way.
 */
public final class Persister implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Persister.class);
  private static final int BATCH = 10;
  private static final Duration LOGS_AT_LATEST = Duration.ofSeconds(30);
  private static final Duration LOOK_FOR_LOGS_EVERY = Duration.ofMillis(100);

  /** What belongs to a taskset lives so long in Redis after it was persisted. */
  private static final Duration KEEP = Duration.ofDays(1);

  /** So long there is time to look at one that could not be persisted. */
  private static final Duration KEEP_SET_ASIDE = Duration.ofDays(7);

  private final Tries tries = new Tries();
  private final Stores stores;
  private final TasksetArchive archive;
  private final ClassHistory history;
  private final InstantSource clock;

  /** Since when tasksets wait for their logs, in milliseconds. */
  private final Map<String, Long> waiting = new HashMap<>();

  /** The Redis side of a persister. */
  public record Stores(
      MessageQueue queue,
      TasksetStore tasksets,
      TrialStore trials,
      SlaveStore slaves,
      WorkerStore workers,
      EstimateStore estimates) {}

  public Persister(
      Stores stores, TasksetArchive archive, ClassHistory history, InstantSource clock) {
    this.stores = stores;
    this.archive = archive;
    this.history = history;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "persister";
  }

  @Override
  public boolean step() {
    boolean worked = false;
    for (String key : stores.queue().take(BATCH)) {
      if (tries.mayTry(key, clock.millis())) {
        worked |= tryOne(key);
      }
    }
    return worked;
  }

  /** One taskset that cannot be persisted must not keep the others out of the history. */
  private boolean tryOne(String key) {
    try {
      boolean worked = persist(key);
      tries.succeeded(key);
      return worked;
    } catch (RuntimeException e) {
      if (e instanceof OutageException || Outage.isCauseOf(e)) {
        // What is away may serve again in the next moment, and no taskset is to blame.
        throw e;
      }
      // Throws in its turn if it is the store that does not serve: then no taskset is to blame.
      archive.isSaved(key);
      stores.queue().size();
      if (tries.failed(key, clock.millis())) {
        log.warn("taskset {}: will be tried again, cannot be persisted: {}", key, e.toString(), e);
      } else {
        log.error("taskset {}: set aside, cannot be persisted", key, e);
        setAside(key);
      }
      return true;
    }
  }

  private void setAside(String key) {
    waiting.remove(key);
    stores.queue().setAside(key);
    try {
      // No key lives for ever, and whoever waits for the expiry as the sign of the end goes on.
      stores.tasksets().expire(key, KEEP_SET_ASIDE);
    } catch (RuntimeException e) {
      log.error("taskset {}: has keys in Redis that cannot be read", key, e);
      stores.tasksets().expireWithoutTasks(key, KEEP_SET_ASIDE);
    }
  }

  private boolean persist(String key) {
    Taskset taskset = stores.tasksets().find(key).orElse(null);
    if (taskset == null || !taskset.status().isFinal()) {
      log.warn("set aside, no taskset that is over: {}", key);
      stores.queue().setAside(key);
      return true;
    }
    if (!waiting.containsKey(key)) {
      saveFinished(taskset);
      waiting.put(key, clock.millis());
      return true;
    }
    if (workersHaveLeft(key) || clock.millis() - waiting.get(key) >= LOGS_AT_LATEST.toMillis()) {
      saveLogs(taskset);
      log.info("taskset {}: logs persisted", key);
      stores.queue().done(key);
      waiting.remove(key);
      return true;
    }
    return false;
  }

  private void saveFinished(Taskset taskset) {
    boolean saved = archive.saveFinished(taskset, new FinishedTasks(stores, taskset.key()));
    if (saved) {
      updateEstimates(taskset.tasksetClass());
    }
    stores.tasksets().expire(taskset.key(), KEEP);
    log.info("taskset {}: {} and persisted", taskset.key(), taskset.status().text());
  }

  private void updateEstimates(String tasksetClass) {
    stores.estimates().save(tasksetClass, history.estimates(tasksetClass));
  }

  /** Fills the estimates of a class from SQL if Redis, new or emptied, has none. */
  public void refillEstimates(String tasksetClass) {
    if (stores.estimates().find(tasksetClass).isEmpty()) {
      updateEstimates(tasksetClass);
    }
  }

  private boolean workersHaveLeft(String key) {
    return workerLogs(key).stream()
        .map(stores.workers()::findLog)
        .allMatch(workerLog -> workerLog.finishedAt() != null && !isBack(workerLog, key));
  }

  /** One of another make that was given up and took the taskset again leaves the old end there. */
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

  private void saveLogs(Taskset taskset) {
    String key = taskset.key();
    List<Slave> slaves =
        stores.tasksets().slaves(key).stream()
            .filter(Keys::isSlave)
            .map(stores.slaves()::find)
            .toList();
    List<WorkerLog> workerLogs = workerLogs(key).stream().map(stores.workers()::findLog).toList();
    archive.saveLogs(key, stores.tasksets().log(key), slaves, workerLogs, lateTrials(slaves));
    slaves.forEach(slave -> stores.slaves().expire(slave.key(), KEEP));
    workerLogs.forEach(workerLog -> stores.workers().expireLog(workerLog.key(), KEEP));
    stores.tasksets().expire(key, KEEP);
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

  @Override
  public void await(Duration limit) throws InterruptedException {
    if (waiting.isEmpty() && tries.isEmpty()) {
      stores.queue().await(limit);
    } else {
      Thread.sleep(LOOK_FOR_LOGS_EVERY.toMillis());
    }
  }
}
