package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.FaultKind.HOST_DIES;
import static io.rrrspec.experiments.chaos.FaultKind.HOST_SUSPENDED;
import static io.rrrspec.experiments.chaos.FaultKind.PROBE_KILLED;
import static io.rrrspec.experiments.chaos.FaultKind.PROBE_WORKER_KILLED;
import static io.rrrspec.experiments.chaos.FaultKind.PROBE_WORKER_STOPPED;
import static io.rrrspec.experiments.chaos.FaultKind.SERVING_WORKER_KILLED;
import static io.rrrspec.experiments.chaos.FaultKind.SLAVE_KILLED;
import static io.rrrspec.experiments.chaos.FaultKind.SLAVE_STOPPED;
import static io.rrrspec.experiments.chaos.FaultKind.WORKER_JOINS;
import static io.rrrspec.experiments.chaos.FaultKind.WORKER_KILLED;
import static io.rrrspec.experiments.chaos.FaultKind.WORKER_REPLACED;
import static io.rrrspec.experiments.chaos.FaultKind.WORKER_STOPPED;

import io.rrrspec.common.process.ProcessKiller;
import io.rrrspec.common.redis.Keys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What happens to workers and slaves. One worker at a time, so that always somebody is left to do
 * the work. Each method answers null where there is nobody to hit right now.
 */
final class WorkerFaults {
  /** Longer than a heartbeat lives, and than the watchdog takes. */
  static final long STOP_MILLIS = 12_000;

  private static final long SUSPENDED_MILLIS = 120_000;

  private final Cluster cluster;
  private final View view;
  private final Random random;
  private final int run;

  /** A test may be hit once: what faults spoil is not to use up its trials. */
  private final Set<String> hit = new HashSet<>();

  WorkerFaults(Cluster cluster, Random random, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.random = random;
    this.run = run;
  }

  /** A slave, its JVM and the trial that it holds; the latter may be empty. */
  private record Victim(String slave, long jvm, String trial) {}

  /**
   * Looks for one.
   *
   * @param probe whether it has to run a probe
   */
  private @Nullable Victim slave(boolean probe) {
    List<Daemon> workers = new ArrayList<>(cluster.workers());
    Collections.shuffle(workers, random);
    for (Daemon worker : workers) {
      if (worker.isTaken() || !cluster.beats(worker)) {
        continue;
      }
      List<String> slaves = new ArrayList<>(view.slaves(cluster.key(worker)));
      Collections.shuffle(slaves, random);
      for (String slave : slaves) {
        String trial = view.field(slave, "open_trial");
        Optional<Long> jvm = cluster.processes().slaveJvm(Long.parseLong(Keys.lastPart(slave)));
        if (jvm.isPresent()
            && !trial.isEmpty()
            && (!probe || view.isProbe(trial))
            && hit.add(Keys.taskOf(trial))) {
          return new Victim(slave, jvm.get(), trial);
        }
      }
    }
    return null;
  }

  @Nullable Fault killSlave() {
    return killSlave(SLAVE_KILLED, false);
  }

  @Nullable Fault killProbe() {
    return killSlave(PROBE_KILLED, true);
  }

  private @Nullable Fault killSlave(FaultKind kind, boolean probe) {
    Victim victim = slave(probe);
    if (victim == null) {
      return null;
    }
    Signal.send(victim.jvm(), "KILL");
    return new Fault(kind, victim.slave(), run).watch(() -> view.isClosed(victim.trial()));
  }

  @Nullable Fault stopSlave() {
    Victim victim = slave(false);
    if (victim == null) {
      return null;
    }
    Signal.send(victim.jvm(), "STOP");
    Fault fault = new Fault(SLAVE_STOPPED, victim.slave(), run);
    cluster.heal(
        STOP_MILLIS,
        () -> {
          // A taskset that was over meanwhile has ended its slaves.
          if (cluster.processes().isOurs(victim.jvm())) {
            Signal.send(victim.jvm(), "CONT");
          }
          fault.watch(() -> view.isClosed(victim.trial()));
        });
    return fault;
  }

  /** A worker that serves a taskset, if there is one, else another; reserved. */
  @Nullable Daemon worker() {
    return worker(false);
  }

  /** The same; if that is asked for, one with a slave that runs a probe. */
  private @Nullable Daemon worker(boolean probe) {
    return worker(worker -> holds(worker, probe));
  }

  private @Nullable Daemon worker(Predicate<Daemon> wanted) {
    if (cluster.workers().stream().anyMatch(Daemon::isTaken)) {
      return null;
    }
    List<Daemon> workers = new ArrayList<>(cluster.workers());
    Collections.shuffle(workers, random);
    for (Daemon worker : workers) {
      if (cluster.beats(worker) && wanted.test(worker) && worker.take()) {
        return worker;
      }
    }
    return null;
  }

  private boolean holds(Daemon worker, boolean probe) {
    return view.open(view.slaves(cluster.key(worker))).stream()
        .anyMatch(trial -> !probe || view.isProbe(trial));
  }

  /** Ends the reservation as soon as it beats. */
  void releaseWhenBack(Daemon worker) {
    cluster.later(
        500,
        () -> {
          if (beats(worker)) {
            worker.release();
          } else {
            releaseWhenBack(worker);
          }
        });
  }

  private boolean beats(Daemon worker) {
    try {
      return cluster.beats(worker);
    } catch (RuntimeException e) {
      return false; // Redis is away
    }
  }

  @Nullable Fault killWorker() {
    return killWorker(WORKER_KILLED, false);
  }

  @Nullable Fault killWorkerOfProbe() {
    return killWorker(PROBE_WORKER_KILLED, true);
  }

  /** Kills one of which something is true that is more than serving a taskset. */
  @Nullable Fault killWorker(Predicate<Daemon> wanted) {
    return killWorker(SERVING_WORKER_KILLED, worker(wanted));
  }

  private @Nullable Fault killWorker(FaultKind kind, boolean probe) {
    return killWorker(kind, worker(probe));
  }

  /** Whether what a worker holds now is closed, and it is given up. */
  BooleanSupplier isGivenUp(Daemon worker) {
    return givenUp(worker, view.open(view.slaves(cluster.key(worker))));
  }

  private @Nullable Fault killWorker(FaultKind kind, @Nullable Daemon worker) {
    if (worker == null) {
      return null;
    }
    List<String> slaves = view.slaves(cluster.key(worker));
    BooleanSupplier sign = givenUp(worker, view.open(slaves));
    List<Long> left = slaves.stream().map(slave -> Long.parseLong(Keys.lastPart(slave))).toList();
    // Late enough for its slaves to find out by themselves: a new worker would end them.
    worker.restartIn(3_000 + random.nextInt(3_000));
    worker.signal("KILL");
    releaseWhenBack(worker);
    Orphans.watch(cluster, worker.name(), left);
    return new Fault(kind, worker.name(), run).watch(sign);
  }

  /** Its trials are closed, and its name is free or another process has it. */
  private BooleanSupplier givenUp(Daemon worker, List<String> held) {
    String key = cluster.key(worker);
    String owner = view.field(key, "owner");
    return () -> !view.field(key, "owner").equals(owner) && held.stream().allMatch(view::isClosed);
  }

  @Nullable Fault killHost() {
    Daemon worker = worker();
    if (worker == null) {
      return null;
    }
    List<String> slaves = view.slaves(cluster.key(worker));
    BooleanSupplier sign = givenUp(worker, view.open(slaves));
    List<Long> groups =
        slaves.stream()
            .map(slave -> Long.parseLong(Keys.lastPart(slave)))
            .filter(cluster.processes()::isOurs)
            .toList();
    worker.restartIn(500 + random.nextInt(8_000));
    worker.signal("KILL");
    groups.forEach(group -> ProcessKiller.signalGroup(group, "KILL"));
    releaseWhenBack(worker);
    return new Fault(HOST_DIES, worker.name(), run).watch(sign);
  }

  @Nullable Fault stopWorker() {
    return stopWorker(WORKER_STOPPED, false);
  }

  @Nullable Fault stopWorkerOfProbe() {
    return stopWorker(PROBE_WORKER_STOPPED, true);
  }

  private @Nullable Fault stopWorker(FaultKind kind, boolean probe) {
    Daemon worker = worker(probe);
    if (worker == null) {
      return null;
    }
    String key = cluster.key(worker);
    String owner = view.field(key, "owner");
    worker.signal("STOP");
    cluster.heal(
        STOP_MILLIS,
        () -> {
          worker.signal("CONT");
          releaseWhenBack(worker);
        });
    return new Fault(kind, worker.name(), run).watch(() -> !view.field(key, "owner").equals(owner));
  }

  /** All processes of its host stand still, and then go on with what they had in hand. */
  @Nullable Fault suspendHost() {
    Daemon worker = worker();
    if (worker == null) {
      return null;
    }
    BooleanSupplier sign = isGivenUp(worker);
    String key = cluster.key(worker);
    List<Long> pids = Processes.tree(worker.pid());
    pids.forEach(pid -> Signal.send(pid, "STOP"));
    Fault fault = new Fault(HOST_SUSPENDED, worker.name(), run);
    fault.took(pids.stream().filter(Processes::isStopped).count(), "processes stand still");
    cluster.heal(
        SUSPENDED_MILLIS,
        () -> {
          pids.stream()
              .filter(cluster.processes()::isOurs)
              .forEach(pid -> Signal.send(pid, "CONT"));
          releaseWhenBack(worker);
        });
    return fault.notice(() -> !view.beats(key)).watch(sign);
  }

  @Nullable Fault replaceWorker() {
    Daemon worker = worker();
    if (worker == null) {
      return null;
    }
    List<String> held = view.open(view.slaves(cluster.key(worker)));
    worker.restartIn(0);
    worker.signal("TERM");
    releaseWhenBack(worker);
    return new Fault(WORKER_REPLACED, worker.name(), run)
        .watch(() -> held.stream().allMatch(view::isClosed));
  }

  @Nullable Fault joinWorker() {
    Daemon guest = cluster.guest();
    String key = cluster.key(guest);
    if (guest.isAlive()) {
      guest.end();
      return null;
    }
    guest.want();
    return new Fault(WORKER_JOINS, guest.name(), run)
        .watch(() -> !view.field(key, "taskset").isEmpty());
  }
}
