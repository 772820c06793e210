package io.rrrspec.server.watchdog;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.LifeStore;
import io.rrrspec.common.store.LifeStore.SlaveState;
import io.rrrspec.common.store.Lives;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
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
 * it has itself talked to the same Redis, without a gap, for a whole heartbeat's life: after a
 * restart of Redis, or when it stood still for a while, all heartbeats are gone, and nobody is
 * dead.
 *
 * <p>Heartbeats live by the clock of Redis. What is measured here are times between looks of this
 * process; no decision compares two hosts' clocks.
 */
public final class Watchdog implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

  /** Slaves and workers of other makes renew a heartbeat of 60 s every 55 s. */
  private static final Duration FOREIGN_HEARTBEAT = Duration.ofSeconds(60);

  /**
   * If Redis, this process or its whole host has stood still for so long, heartbeats may have ended
   * that nobody could renew.
   */
  private static final Duration GAP = Lives.HEARTBEAT.dividedBy(2);

  private final String serverKey;
  private final InstantSource clock;
  private final ServerStore servers;
  private final TasksetStore tasksets;
  private final WorkerStore workers;
  private final SlaveStore slaves;
  private final LifeStore lives;
  private final List<MessageQueue> queues;
  private final Tally tally;
  private final SlaveWatch slaveWatch;
  private final LostTasks lostTasks;
  private final RetryWatch retries;
  private final AbandonedRuns abandoned;

  private String redisRun = "";
  private long watchingSince;

  /** Milliseconds; of the host and not of {@link #clock}, which a test moves as it likes. */
  private long answeredAt = System.currentTimeMillis();

  public Watchdog(
      String serverKey,
      InstantSource clock,
      ServerStore servers,
      TasksetStore tasksets,
      WorkerStore workers,
      SlaveStore slaves,
      LifeStore lives,
      List<MessageQueue> queues,
      Tally tally,
      AbandonedRuns abandoned) {
    this.serverKey = serverKey;
    this.clock = clock;
    this.servers = servers;
    this.tasksets = tasksets;
    this.workers = workers;
    this.slaves = slaves;
    this.lives = lives;
    this.queues = List.copyOf(queues);
    this.tally = tally;
    this.slaveWatch = new SlaveWatch(lives);
    this.lostTasks = new LostTasks(lives);
    this.retries = new RetryWatch(lives, clock);
    this.abandoned = abandoned;
  }

  @Override
  public String name() {
    return "watchdog";
  }

  @Override
  public boolean step() {
    boolean leads = servers.lead("watchdog", serverKey, Lives.LEAD);
    // Whoever stands by watches, too: once it leads it need not wait any more.
    if (!haveWatchedFor(Lives.HEARTBEAT) || !leads) {
      return false;
    }
    deadServers();
    List<String> active = tasksets.active();
    slaveWatch.forgetAllBut(active);
    lostTasks.forgetAllBut(active);
    retries.forgetAllBut(active);
    Set<String> announced = workers.announced();
    Set<String> living = lives.living(announced);
    active.forEach(taskset -> lookAt(taskset, living));
    if (living.size() < announced.size()) {
      deadWorkers();
    }
    if (haveWatchedFor(Lives.CLIENT)) {
      abandoned.cancel();
    }
    return false;
  }

  private boolean haveWatchedFor(Duration life) {
    String run = lives.redisRun();
    long now = clock.millis();
    if (stoodStill() || !run.equals(redisRun)) {
      redisRun = run;
      watchingSince = now;
      slaveWatch.forgetAllBut(List.of());
      lostTasks.forgetAllBut(List.of());
    }
    return now - watchingSince >= life.toMillis();
  }

  /**
   * Whether there was a gap since the last answer of Redis; to be asked after an answer, which
   * counts from now on only if there was none: so the next look sees the gap, too.
   */
  private boolean gapSinceLastAnswer() {
    long now = System.currentTimeMillis();
    if (Math.abs(now - answeredAt) > GAP.toMillis()) {
      return true;
    }
    answeredAt = now;
    return false;
  }

  private boolean stoodStill() {
    boolean gap = gapSinceLastAnswer();
    answeredAt = System.currentTimeMillis();
    return gap;
  }

  private void deadServers() {
    for (String server : servers.all()) {
      if (!servers.isAlive(server) && !gapSinceLastAnswer()) {
        long messages = 0;
        for (MessageQueue queue : queues) {
          messages += takeOver(queue, server);
        }
        servers.retire(server);
        tally.add(Count.DEAD_SERVERS);
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

  private void lookAt(String taskset, Set<String> livingWorkers) {
    try {
      List<String> listed = tasksets.slaves(taskset);
      if (gapSinceLastAnswer()) {
        return;
      }
      deadSlaves(taskset, listed, livingWorkers);
      long tasks =
          lostTasks.putBack(taskset, listed, clock.millis(), haveWatchedFor(FOREIGN_HEARTBEAT));
      if (tasks > 0) {
        tally.add(Count.TASKS_PUT_BACK, tasks);
        log.warn("taskset {}: put back {} tasks that were in nobody's hands", taskset, tasks);
      }
      retries.lookAt(taskset, slaveWatch.knowsForeign(taskset));
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      // Tasks of it may be in nobody's hands for ever, and nobody could tell.
      log.error("taskset {}: is damaged and ends: {}", taskset, e.getMessage());
      tasksets.fail(taskset, "damaged in Redis: " + e.getMessage());
    }
  }

  private void deadSlaves(String taskset, List<String> listed, Set<String> livingWorkers) {
    boolean foreignBeats = haveWatchedFor(FOREIGN_HEARTBEAT);
    List<SlaveState> dead =
        slaveWatch.dead(taskset, listed, livingWorkers, clock.millis(), foreignBeats);
    if (gapSinceLastAnswer()) {
      return;
    }
    for (SlaveState slave : dead) {
      String trial = slaves.end(slave.key(), taskset, Death.endOf(slave), Lives.PERSISTED);
      tally.add(Count.DEAD_SLAVES);
      log.warn(
          "taskset {}: slave {} is dead; {}",
          taskset,
          slave.key(),
          trial.isEmpty() ? "it held nothing" : "lost " + trial);
    }
  }

  /** Reads them anew: what was seen before the slaves were looked at may be old by now. */
  private void deadWorkers() {
    boolean foreignBeats = haveWatchedFor(FOREIGN_HEARTBEAT);
    List<WorkerStore.Seen> all = workers.all();
    if (gapSinceLastAnswer()) {
      return;
    }
    for (WorkerStore.Seen worker : all) {
      if (!Death.ofWorker(worker.alive(), worker.ours(), foreignBeats)) {
        continue;
      }
      String taskset = worker.taskset();
      tally.add(Count.DEAD_WORKERS);
      if (taskset == null) {
        log.warn("worker {} is dead; it was idle", worker.key());
      } else {
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

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(limit.toMillis());
  }
}
