package io.rrrspec.server.watchdog;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.LeaderStore;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WatchStore;
import io.rrrspec.common.store.WatchStore.SlaveState;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.server.tally.Count;
import io.rrrspec.server.tally.Tally;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees dead slaves, workers and servers, and puts back what they held. It calls nobody dead before
 * it has itself talked to the same Redis, without a break, for a whole heartbeat's life: see {@link
 * WatchedTime}.
 */
public final class Watchdog implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

  /** Slaves and foreign workers renew a heartbeat of 60 s every 55 s. */
  private static final Duration FOREIGN_HEARTBEAT = Duration.ofSeconds(60);

  private final String serverKey;
  private final InstantSource clock;
  private final LeaderStore leaders;
  private final ServerStore servers;
  private final TasksetStore tasksets;
  private final WorkerStore workers;
  private final SlaveStore slaves;
  private final WatchStore lives;
  private final List<MessageQueue> queues;
  private final Tally tally;
  private final SlaveWatch slaveWatch;
  private final LostTasks lostTasks;
  private final RetryWatch retries;
  private final ForeignCopies copies;
  private final AbandonedRuns abandoned;

  private final WatchedTime watched;

  public Watchdog(
      String serverKey,
      InstantSource clock,
      Stores stores,
      List<MessageQueue> queues,
      Tally tally,
      AbandonedRuns abandoned) {
    this.serverKey = serverKey;
    this.clock = clock;
    this.leaders = stores.leaders();
    this.servers = stores.servers();
    this.tasksets = stores.tasksets();
    this.workers = stores.workers();
    this.slaves = stores.slaves();
    this.lives = stores.lives();
    this.queues = List.copyOf(queues);
    this.tally = tally;
    this.slaveWatch = new SlaveWatch(lives);
    this.lostTasks = new LostTasks(lives);
    this.retries = new RetryWatch(lives, clock);
    this.copies = new ForeignCopies(lives, clock);
    this.abandoned = abandoned;
    this.watched = new WatchedTime(clock);
  }

  @Override
  public String name() {
    return "watchdog";
  }

  @Override
  public boolean step() {
    try {
      // Who stands by watches, too: it need not begin with that when its turn comes.
      watch();
      if (leaders.lead("watchdog", serverKey, Lifetimes.LEAD)
          && watched.lasts(Lifetimes.HEARTBEAT)) {
        look();
      }
      return false;
    } catch (RuntimeException e) {
      if (Outage.isCauseOf(e)) {
        watched.isOutOfReach();
      }
      throw e;
    }
  }

  private void watch() {
    if (!watched.goesOn(lives.redisRun())) {
      slaveWatch.forgetAllBut(List.of());
      lostTasks.forgetAllBut(List.of());
    }
  }

  private void look() {
    deadServers();
    List<String> active = tasksets.active();
    slaveWatch.forgetAllBut(active);
    lostTasks.forgetAllBut(active);
    retries.forgetAllBut(active);
    copies.forgetAllBut(active);
    Set<String> announced = workers.announced();
    Set<String> living = lives.living(announced);
    active.forEach(taskset -> lookAt(taskset, living));
    if (living.size() < announced.size()) {
      deadWorkers();
    }
    if (watched.lasts(Lifetimes.CLIENT)) {
      abandoned.cancel();
    }
  }

  private void deadServers() {
    FirstLines lines = new FirstLines();
    for (String server : servers.all()) {
      if (!servers.isAlive(server) && !watched.brokeSinceLastAnswer()) {
        long messages = 0;
        for (MessageQueue queue : queues) {
          messages += takeOver(queue, server);
        }
        servers.retire(server);
        tally.add(Count.DEAD_SERVERS);
        if (lines.next()) {
          log.warn(
              "server {} is dead; {} taken over",
              server,
              messages == 1 ? "1 message" : messages + " messages");
        }
      }
    }
    lines.sayOthers(log, "servers are dead");
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

  private void lookAt(String taskset, Set<String> livingWorkers) {
    try {
      List<String> listed = tasksets.slaves(taskset);
      if (watched.brokeSinceLastAnswer()) {
        return;
      }
      deadSlaves(taskset, listed, livingWorkers);
      long tasks =
          lostTasks.putBack(taskset, listed, clock.millis(), watched.lasts(FOREIGN_HEARTBEAT));
      if (tasks > 0) {
        tally.add(Count.TASKS_PUT_BACK, tasks);
        log.warn("taskset {}: put back {} orphaned tasks", taskset, tasks);
      }
      boolean foreign = slaveWatch.knowsForeign(taskset);
      retries.lookAt(taskset, foreign);
      if (foreign) {
        copies.lookAt(taskset);
      }
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      // Tasks of it may stay orphaned, and nobody could tell.
      log.error("taskset {}: is damaged and ends: {}", taskset, e.getMessage());
      tasksets.fail(taskset, "damaged in Redis: " + e.getMessage());
    }
  }

  private void deadSlaves(String taskset, List<String> listed, Set<String> livingWorkers) {
    boolean foreignBeats = watched.lasts(FOREIGN_HEARTBEAT);
    List<SlaveState> dead =
        slaveWatch.dead(taskset, listed, livingWorkers, clock.millis(), foreignBeats);
    if (watched.brokeSinceLastAnswer()) {
      return;
    }
    FirstLines lines = new FirstLines();
    for (SlaveState slave : dead) {
      String trial = slaves.end(slave.key(), taskset, Death.endOf(slave), Lifetimes.PERSISTED);
      tally.add(Count.DEAD_SLAVES);
      if (lines.next()) {
        log.warn(
            "taskset {}: slave {} is dead; {}",
            taskset,
            slave.key(),
            trial.isEmpty() ? "it held nothing" : "lost " + trial);
      }
    }
    lines.sayOthers(log, "slaves are dead");
  }

  /** Reads them anew: what was seen before the slaves were looked at may be old by now. */
  private void deadWorkers() {
    boolean foreignBeats = watched.lasts(FOREIGN_HEARTBEAT);
    List<WorkerStore.Seen> all = workers.all();
    if (watched.brokeSinceLastAnswer()) {
      return;
    }
    FirstLines lines = new FirstLines();
    for (WorkerStore.Seen worker : all) {
      if (!Death.ofWorker(worker.alive(), worker.ours(), foreignBeats)) {
        continue;
      }
      String taskset = worker.taskset();
      tally.add(Count.DEAD_WORKERS);
      if (lines.next()) {
        log.warn(
            "{}worker {} is dead{}",
            taskset == null ? "" : "taskset " + taskset + ": ",
            worker.key(),
            taskset == null ? "; it was idle" : "");
      }
      if (taskset != null) {
        leave(worker.key(), taskset);
      }
      workers.retire(worker.key());
    }
    lines.sayOthers(log, "workers are dead");
  }

  private void leave(String worker, String taskset) {
    try {
      workers.leave(worker, taskset, "", true, Lifetimes.PERSISTED);
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error("worker {}: what it held, {}, is damaged: {}", worker, taskset, e.getMessage());
    }
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(limit.toMillis());
  }
}
