package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.ClientStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.experiments.simulation.Snapshot.TasksetSeen;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All processes of one simulation, and what may happen to them. */
final class Cluster {
  private static final int WORKERS = 3;

  private final World world;
  private final List<SimServer> servers = new ArrayList<>();
  private final List<SimWorker> workers = new ArrayList<>();
  private final SimPersister persister;
  private final @Nullable ForeignHost foreign;

  Cluster(World world, Plan plan) {
    this.world = world;
    servers.add(new SimServer(world, "a"));
    servers.add(new SimServer(world, "b"));
    int ours = plan.foreign() ? WORKERS - 1 : WORKERS;
    for (int n = 0; n < ours; n++) {
      workers.add(new SimWorker(world, "w" + n, n == plan.brokenWorker()));
    }
    this.foreign =
        plan.foreign() ? new ForeignHost(world, "f", (int) world.chance().between(1, 2)) : null;
    this.persister = new SimPersister(world);
    if (foreign != null) {
      world.lists().add(Keys.workerQueue(foreign.key()));
    }
    workers.forEach(worker -> world.lists().add(Keys.workerQueue(worker.key())));
  }

  /** Who waits for something that is there now is woken, as Redis does. */
  void wake(Snapshot now) {
    if (world.weather().redisIsDown()) {
      return;
    }
    for (SimServer server : servers) {
      if (now.arbiterQueue() > 0) {
        server.wake("arbiter");
      }
      if (now.dispatcherQueue() > 0) {
        server.wake("dispatcher");
      }
    }
    if (now.persisterQueue() > 0) {
      persister.wake();
    }
    for (SimWorker worker : workers) {
      if (now.lists().containsKey(Keys.workerQueue(worker.key()))) {
        worker.wake();
      }
    }
    for (TasksetSeen taskset : now.tasksets()) {
      int tokens = taskset.wake();
      for (SimSlave slave : List.copyOf(world.waiting())) {
        if (tokens > 0 && slave.tasksetKey().equals(taskset.key())) {
          slave.wake();
          tokens--;
        }
      }
    }
  }

  /** Draws what will happen to them, and when. */
  void schedule() {
    schedule(Fault.SLAVE_DIES, 4, this::slaveDies);
    schedule(Fault.WORKER_DIES, 2, () -> world.chance().oneOf(workers).die());
    schedule(Fault.WORKER_HOST_DIES, 2, () -> world.chance().oneOf(workers).hostDies());
    schedule(
        Fault.WORKER_IS_CUT_OFF,
        2,
        () -> world.chance().oneOf(workers).cut(world.chance().between(500, 25_000)));
    schedule(
        Fault.WORKER_FREEZES,
        2,
        () -> world.chance().oneOf(workers).freeze(world.chance().between(500, 25_000)));
    schedule(
        Fault.SERVER_FREEZES,
        2,
        () -> world.chance().oneOf(servers).freeze(world.chance().between(500, 25_000)));
    schedule(Fault.WORKER_STOPS, 1, () -> world.chance().oneOf(workers).stop());
    schedule(Fault.WORKER_IS_ASKED_TO_LEAVE, 4, this::askToLeave);
    schedule(Fault.SERVER_DIES, 3, () -> world.chance().oneOf(servers).die());
    schedule(Fault.SERVER_STOPS, 1, () -> world.chance().oneOf(servers).stop());
    schedule(Fault.PERSISTER_DIES, 2, persister::die);
    schedule(Fault.REDIS_RESTARTS, 2, this::redisRestarts);
    schedule(Fault.REDIS_IS_SILENT, 1, () -> redisIsAway(Fault.REDIS_IS_SILENT));
    schedule(Fault.MESSAGE_COMES_TWICE, 3, this::messageAgain);
    AnnouncementFaults announcements = new AnnouncementFaults(world, workers);
    schedule(Fault.WORKSPACE_IS_DELETED, 3, announcements::deleteWorkspace);
    schedule(Fault.ANNOUNCEMENT_LIES, 3, announcements::lie);
    schedule(Fault.ANNOUNCEMENT_EXPIRES, 2, announcements::expire);
    schedule(Fault.DEAD_WORKER_IS_ANNOUNCED, 2, announcements::announceDead);
    if (world.chance().hits(0.15)) {
      schedule(Fault.RUN_IS_CANCELLED, 1, this::cancel);
    }
    ForeignHost others = foreign;
    if (others != null) {
      schedule(Fault.FOREIGN_HOST_DIES, 1, others::die);
      schedule(Fault.FOREIGN_SLAVE_DIES, 2, () -> oneOf(others).forEach(ForeignSlave::die));
      schedule(null, 2, () -> oneOf(others).forEach(ForeignSlave::dieWithNextTask));
    }
  }

  private void schedule(@Nullable Fault fault, int most, Runnable work) {
    if (world.chance().hits(0.5)) {
      return;
    }
    long times = world.chance().between(1, most);
    for (int n = 0; n < times; n++) {
      world
          .agenda()
          .in(
              world.chance().upTo(world.weather().fineFrom() - Agenda.BEGIN),
              () -> {
                if (fault != null) {
                  world.weather().count(fault);
                }
                work.run();
              });
    }
  }

  private List<ForeignSlave> oneOf(ForeignHost host) {
    List<ForeignSlave> running = host.running();
    return running.isEmpty() ? List.of() : List.of(world.chance().oneOf(running));
  }

  private void slaveDies() {
    List<SimSlave> running = world.chance().oneOf(workers).running();
    if (!running.isEmpty()) {
      SimSlave slave = world.chance().oneOf(running);
      String held = slave.holds();
      world.history().note(slave.key(), slave.key() + " dies");
      slave.crash();
      if (!held.isEmpty()) {
        world.recoveries().await(Fault.SLAVE_DIES, now -> Trials.areClosed(now, List.of(held)));
      }
    }
  }

  /** As the dispatcher does, but at any time. */
  private void askToLeave() {
    String worker = world.chance().oneOf(workers).key();
    WorkerStore store = new WorkerStore(world.redis(), world.keys());
    String taskset = store.heldTaskset(worker);
    if (taskset != null) {
      world.history().note(worker + " is asked to leave: " + store.askToLeave(taskset, worker));
    }
  }

  private void redisRestarts() {
    world.weather().restartRedis();
    world.simulatedRedis().forgetScripts();
    redisIsAway(Fault.REDIS_RESTARTS);
  }

  /** Redis is away for a while, or another one takes its place. */
  void redisIsAway(Fault fault) {
    long down = world.chance().between(200, 12_000);
    world.history().note(fault.text() + ": away for " + down + " ms");
    world.weather().silenceRedis(down);
    world.agenda().in(down, () -> awaitAll(fault));
  }

  private void awaitAll(Fault fault) {
    long back = world.agenda().millis();
    world
        .recoveries()
        .await(
            fault,
            now -> world.weather().redisIsDown() || world.weather().haveAllReachedRedisSince(back));
  }

  /** A foreign implementation may finish a trial twice, and anybody may send anything. */
  private void messageAgain() {
    world.seen().tasksets().stream()
        .flatMap(taskset -> taskset.tasks().values().stream())
        .flatMap(task -> Stream.concat(Stream.of(task), task.parts().stream()))
        .flatMap(task -> task.trials().values().stream())
        .forEach(
            trial -> {
              if (world.chance().hits(0.3)) {
                world
                    .simulatedRedis()
                    .behind()
                    .rpush(world.keys().arbiterQueue(), "trial\t" + trial.key());
              }
            });
  }

  private void cancel() {
    List<TasksetSeen> all = world.seen().tasksets();
    if (!all.isEmpty()) {
      String taskset = world.chance().oneOf(all).key();
      world.history().note(taskset, "somebody cancels");
      new ClientStore(world.redis(), world.keys()).cancel(taskset);
    }
  }
}
