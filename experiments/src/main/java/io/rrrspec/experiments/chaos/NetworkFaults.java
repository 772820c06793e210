package io.rrrspec.experiments.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Parts that do not reach each other for a while, though all of them live. Nothing is said to
 * either of them: packets do not arrive. One cut at a time.
 */
final class NetworkFaults {
  /** Longer than heartbeats live and than commands wait for an answer. */
  private static final long CUT_MILLIS = 30_000;

  /** Workers fetch from each other now and then only. */
  private static final long MEET_NANOS = Duration.ofSeconds(100).toNanos();

  /** There and back. */
  private static final long DELAY_MILLIS = 300;

  private static final Duration START = Duration.ofSeconds(60);

  private final Cluster cluster;
  private final View view;
  private final WorkerFaults workers;
  private final Random random;
  private final int run;

  NetworkFaults(Cluster cluster, WorkerFaults workers, Random random, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.workers = workers;
    this.random = random;
    this.run = run;
  }

  private List<Host> redis() {
    return cluster.network().hosts("redis", "sentinel");
  }

  private List<Host> host(Daemon daemon) {
    return List.of(cluster.network().host(daemon.name()));
  }

  /** Which way nothing arrives. */
  private String cut(List<Host> one, List<Host> other) {
    Network network = cluster.network();
    int way = random.nextInt(3);
    if (way != 1) {
      network.cut(one, other);
    }
    if (way != 0) {
      network.cut(other, one);
    }
    return List.of(" sends in vain", " hears nothing", " both ways").get(way);
  }

  private static <T> List<T> shuffled(List<T> all, Random random) {
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  @Nullable Fault cutServer() {
    return cutMember(FaultKind.SERVER_CUT, shuffled(cluster.servers(), random).get(0));
  }

  @Nullable Fault cutPersister() {
    return cutMember(FaultKind.PERSISTER_CUT, cluster.persister());
  }

  private @Nullable Fault cutMember(FaultKind kind, Daemon member) {
    if (!cluster.beats(member) || !take(member)) {
      return null;
    }
    String key = cluster.key(member);
    String way = cut(host(member), redis());
    Fault fault = new Fault(kind, member.name() + way, run);
    cluster.heal(CUT_MILLIS, () -> heal(fault, member));
    return fault.notice(() -> !view.beats(key)).watch(() -> view.isForgotten(key));
  }

  /** Both of the network and the part, or neither. */
  private boolean take(Daemon daemon) {
    if (!daemon.take()) {
      return false;
    }
    if (!cluster.network().take()) {
      daemon.release();
      return false;
    }
    return true;
  }

  private void heal(Fault fault, Daemon daemon) {
    heal(fault);
    workers.releaseWhenBack(daemon);
  }

  private void heal(Fault fault) {
    fault.took(cluster.network().heal(), Network.DROPPED);
  }

  /** Its slaves, too: they share its host. */
  @Nullable Fault cutWorker() {
    Daemon worker = workers.worker();
    if (worker == null) {
      return null;
    }
    if (!cluster.network().take()) {
      worker.release();
      return null;
    }
    BooleanSupplier sign = workers.isGivenUp(worker);
    String key = cluster.key(worker);
    String way = cut(host(worker), redis());
    Fault fault = new Fault(FaultKind.WORKER_CUT, worker.name() + way, run);
    cluster.heal(CUT_MILLIS, () -> heal(fault, worker));
    return fault.notice(() -> !view.beats(key)).watch(sign);
  }

  /**
   * Workers do not reach each other, and so not what they keep for each other, until one has tried
   * to.
   */
  @Nullable Fault cutWorkersFromEachOther(Load load) {
    Network network = cluster.network();
    if (!network.take()) {
      return null;
    }
    List<Host> all = network.hosts("worker");
    network.cut(all, all);
    Fault fault = new Fault(FaultKind.WORKERS_CUT_FROM_EACH_OTHER, "all", run);
    Client shares = load.sharingClient(random);
    cluster.heal(CUT_MILLIS, () -> healWhenMet(fault, load, System.nanoTime() + MEET_NANOS));
    return fault.watch(() -> isOver(shares));
  }

  private void healWhenMet(Fault fault, Load load, long end) {
    if (cluster.network().dropped() == 0 && System.nanoTime() < end) {
      Client unused = load.sharingClient(random);
      cluster.heal(CUT_MILLIS, () -> healWhenMet(fault, load, end));
    } else {
      heal(fault);
    }
  }

  private boolean isOver(Client client) {
    String key = client.key();
    return !key.isEmpty() && !Set.of("", "running").contains(view.field(key, "status"));
  }

  /** Those that start runs, and those that wait for them. */
  @Nullable Fault cutClients(Load load) {
    Network network = cluster.network();
    if (!network.take()) {
      return null;
    }
    Client waits = load.waitingClient(random);
    Pause.until(START, () -> !waits.key().isEmpty());
    String way = cut(network.hosts("clients"), redis());
    Fault fault = new Fault(FaultKind.CLIENTS_CUT, "clients" + way, run);
    cluster.heal(
        CUT_MILLIS,
        () -> {
          heal(fault);
          boolean endedMeanwhile = !waits.isAlive();
          if (endedMeanwhile) {
            // It had not begun to wait, or had seen the end before.
            System.err.println("  run " + run + ": " + waits.lastWords());
            fault.unmeasured();
          } else {
            fault.watch(() -> !waits.isAlive());
          }
        });
    return fault;
  }

  /** From each to each, Redis and its replicas included. */
  @Nullable Fault lose() {
    Network network = cluster.network();
    if (!network.take()) {
      return null;
    }
    List<Host> all = network.hosts("");
    network.lose(all, all);
    Fault fault = new Fault(FaultKind.PACKETS_LOST, "all", run);
    cluster.heal(
        CUT_MILLIS,
        () -> {
          heal(fault);
          fault.watch(new Beats(cluster));
        });
    return fault;
  }

  /** As if Redis were far away. Who has a connection gets another one. */
  @Nullable Fault delay() {
    Network network = cluster.network();
    if (!network.take()) {
      return null;
    }
    RedisProcess redis = cluster.redis().primary();
    DelayedNode delayed =
        DelayedNode.start(
            network, redis.node(), cluster.parts(), DELAY_MILLIS / 2, cluster.place());
    redis.cutConnections();
    Fault fault = new Fault(FaultKind.REDIS_DELAYED, "all", run);
    cluster.heal(
        CUT_MILLIS,
        () -> {
          fault.took(delayed.end(), "connections delayed");
          network.heal();
          fault.watch(new Beats(cluster));
        });
    return fault;
  }

  /** Nobody is told that a connection is dead: who waits on it has to find out. */
  @Nullable Fault forgetConnections() {
    Network network = cluster.network();
    if (!network.take()) {
      return null;
    }
    Fault fault = new Fault(FaultKind.CONNECTIONS_FORGOTTEN, "all", run);
    Connections.forget(network, cluster.redis().primary().node(), cluster.parts());
    cluster.heal(CUT_MILLIS, () -> heal(fault));
    return fault.watch(new Beats(cluster));
  }
}
