package io.rrrspec.worker;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.worker.supervise.Supervisor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves one taskset at a time: takes it, prepares the workspace, keeps its slaves going. */
public final class Worker implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private final WorkerParameters settings;
  private final String key;
  private final Keys keys;
  private final InstantSource clock;
  private final WorkerStore workers;
  private final SlaveStore slaves;
  private final TasksetStore tasksets;
  private @Nullable String offered;
  private volatile @Nullable Engagement engagement;

  public Worker(WorkerParameters settings, RedisConnection redis, Keys keys, InstantSource clock) {
    this.settings = settings;
    this.keys = keys;
    this.key = keys.worker(settings.id());
    this.clock = clock;
    this.workers = new WorkerStore(redis, keys);
    this.slaves = new SlaveStore(redis);
    this.tasksets = new TasksetStore(redis, keys);
  }

  @Override
  public String name() {
    return "worker";
  }

  /** Makes the worker known; what an earlier life of it held is given up. */
  public void announce() {
    String held = workers.heldTaskset(key);
    if (held != null) {
      Supervisor.abandon(slaves, key, held, tasksets.slaves(held), settings.keep());
    }
    workers.announce(key, settings.workerType(), settings.host(), settings.heartbeat());
  }

  /** The actor that says that this worker and its slaves live. */
  public Actor heartbeat() {
    return new WorkerHeartbeat(
        key,
        settings.heartbeat(),
        workers,
        slaves,
        () -> {
          Engagement now = engagement;
          return now == null ? List.of() : now.slaveKeys();
        },
        this::announce);
  }

  @Override
  public boolean step() {
    Engagement current = engagement;
    try {
      if (current != null) {
        if (!current.step()) {
          return false;
        }
        engagement = null;
        return true;
      }
      String taskset = offered;
      if (taskset == null) {
        return false;
      }
      // Kept until the answer is here: taking is repeatable, and a lost answer is asked for again.
      boolean taken = take(taskset);
      offered = null;
      if (!taken) {
        return true;
      }
      Engagement fresh =
          new Engagement(taskset, settings, key, keys, clock, workers, slaves, tasksets);
      engagement = fresh;
      fresh.begin();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean take(String taskset) {
    try {
      boolean taken = workers.take(key, taskset);
      if (!taken) {
        log.info("taskset {}: over before it was taken", taskset);
      }
      return taken;
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error("set aside, no taskset that can be taken: {}: {}", taskset, e.getMessage());
      workers.release(key);
      // Given to the next worker it would come back for ever.
      tasksets.fail(taskset, "damaged in Redis: " + e.getMessage());
      return false;
    }
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Engagement current = engagement;
    if (current == null) {
      offered = workers.awaitTaskset(key, limit);
    } else {
      current.await(limit);
    }
  }

  /** Ends what runs and takes the worker's name back; for the end of the process. */
  public void stop() throws InterruptedException {
    Engagement current = engagement;
    if (current != null) {
      current.leave("the worker stops", true);
    }
    workers.retire(key);
  }

  /** Ends all slave processes without a word to Redis; for the end of the process. */
  public void killSlaves() throws InterruptedException {
    Engagement current = engagement;
    if (current != null) {
      current.killSlaves();
    }
  }
}
