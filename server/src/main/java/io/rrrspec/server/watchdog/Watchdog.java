package io.rrrspec.server.watchdog;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.LifeStore;
import io.rrrspec.common.store.LifeStore.SlaveLife;
import io.rrrspec.common.store.Lives;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees dead slaves, workers and servers, and puts back what they held. It calls nobody dead before
 * it has itself talked to the same Redis for a whole heartbeat's life: after a restart of Redis all
 * heartbeats are gone, and nobody is dead.
 */
public final class Watchdog implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

  /** Slaves and workers of other makes renew a heartbeat of 60 s every 55 s. */
  private static final Duration FOREIGN_HEARTBEAT = Duration.ofSeconds(60);

  private static final Duration LOST_TASKS_AFTER = Duration.ofSeconds(5);

  private final String serverKey;
  private final InstantSource clock;
  private final ServerStore servers;
  private final TasksetStore tasksets;
  private final WorkerStore workers;
  private final SlaveStore slaves;
  private final LifeStore lives;
  private final List<MessageQueue> queues;
  private final RetryWatch retries;

  private String redisRun = "";
  private long watchingSince;

  /** When tasks of a taskset were first seen in nobody's hands, and which. */
  private final Map<String, Suspicion> suspicions = new HashMap<>();

  private record Suspicion(long since, Set<String> tasks) {}

  public Watchdog(
      String serverKey,
      InstantSource clock,
      ServerStore servers,
      TasksetStore tasksets,
      WorkerStore workers,
      SlaveStore slaves,
      LifeStore lives,
      List<MessageQueue> queues) {
    this.serverKey = serverKey;
    this.clock = clock;
    this.servers = servers;
    this.tasksets = tasksets;
    this.workers = workers;
    this.slaves = slaves;
    this.lives = lives;
    this.queues = List.copyOf(queues);
    this.retries = new RetryWatch(lives, clock);
  }

  @Override
  public String name() {
    return "watchdog";
  }

  @Override
  public boolean step() {
    if (!servers.lead("watchdog", serverKey, Lives.LEAD) || !haveWatchedFor(Lives.HEARTBEAT)) {
      return false;
    }
    deadServers();
    for (String taskset : tasksets.active()) {
      lookAt(taskset);
    }
    Set<String> active = Set.copyOf(tasksets.active());
    suspicions.keySet().retainAll(active);
    retries.retain(active);
    deadWorkers();
    return false;
  }

  private boolean haveWatchedFor(Duration life) {
    String run = lives.redisRun();
    long now = clock.millis();
    if (!run.equals(redisRun)) {
      redisRun = run;
      watchingSince = now;
      suspicions.clear();
    }
    return now - watchingSince >= life.toMillis();
  }

  private void deadServers() {
    for (String server : servers.all()) {
      if (!servers.isAlive(server)) {
        long messages = 0;
        for (MessageQueue queue : queues) {
          messages += takeOver(queue, server);
        }
        servers.retire(server);
        log.warn("server {} is dead; {} messages taken over", server, messages);
      }
    }
  }

  private static long takeOver(MessageQueue queue, String server) {
    try {
      return queue.takeOverFrom(server);
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error("server {}: what it held cannot be read: {}", server, e.getMessage());
      return 0;
    }
  }

  private void lookAt(String taskset) {
    try {
      List<SlaveLife> slaves = lives.slaves(tasksets.slaves(taskset));
      deadSlaves(taskset, slaves);
      lostTasks(taskset, slaves);
      retries.lookAt(taskset, slaves);
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      // Tasks of it may be in nobody's hands for ever, and nobody could tell.
      log.error("taskset {}: is damaged and ends: {}", taskset, e.getMessage());
      tasksets.fail(taskset, "damaged in Redis: " + e.getMessage());
    }
  }

  private void deadSlaves(String taskset, List<SlaveLife> all) {
    boolean foreignBeats = haveWatchedFor(FOREIGN_HEARTBEAT);
    for (SlaveLife slave : all) {
      if (!slave.isDone() && !slave.alive() && (slave.life() != null || foreignBeats)) {
        String trial = slaves.end(slave.key(), taskset, end(slave), Lives.PERSISTED);
        log.warn("taskset {}: slave {} is dead; lost {}", taskset, slave.key(), trial);
      }
    }
  }

  /** A worker of another make writes how a slave of ours ended, but closes no trial. */
  private static SlaveStore.End end(SlaveLife slave) {
    boolean seen = slave.life() != null && slave.status() != SlaveStatus.ALIVE;
    return new SlaveStore.End(
        SlaveStatus.FAILURE_EXIT,
        slave.status() == SlaveStatus.TIMEOUT_EXIT ? TrialStatus.TIMEOUT : TrialStatus.ERROR,
        !seen,
        seen ? "its JVM ended: " + slave.status().text() : "its worker went away",
        "",
        slave.life());
  }

  private void deadWorkers() {
    boolean foreignBeats = haveWatchedFor(FOREIGN_HEARTBEAT);
    for (WorkerStore.Seen worker : workers.all()) {
      if (worker.alive() || !(worker.ours() || foreignBeats)) {
        continue;
      }
      String taskset = worker.taskset();
      if (taskset != null) {
        log.warn("taskset {}: worker {} is dead", taskset, worker.key());
        leave(worker.key(), taskset);
      }
      workers.retire(worker.key());
    }
  }

  private void leave(String worker, String taskset) {
    try {
      workers.leave(worker, taskset, "", true, Lives.PERSISTED);
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error("worker {}: what it held, {}, is damaged: {}", worker, taskset, e.getMessage());
    }
  }

  /** Compares counts first, and looks closer only where they differ. */
  private void lostTasks(String taskset, List<SlaveLife> slaves) {
    if (lives.tasksInHands(taskset, slaves) >= lives.tasksLeft(taskset)) {
      suspicions.remove(taskset);
      return;
    }
    boolean foreignBeats = haveWatchedFor(FOREIGN_HEARTBEAT);
    Set<String> lost = lives.tasksInNobodysHands(taskset, foreignBeats);
    Suspicion before = suspicions.get(taskset);
    if (before == null) {
      suspicions.put(taskset, new Suspicion(clock.millis(), lost));
    } else if (clock.millis() - before.since() >= LOST_TASKS_AFTER.toMillis()) {
      suspicions.remove(taskset);
      List<String> still = lost.stream().filter(before.tasks()::contains).toList();
      if (!still.isEmpty()) {
        long tasks = lives.putBack(taskset, still, foreignBeats);
        log.warn("taskset {}: put back {} tasks", taskset, tasks);
      }
    }
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(limit.toMillis());
  }
}
