package io.rrrspec.experiments.chaos;

import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What happens to Redis, and to the connections to it. */
final class RedisFaults {
  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final Duration START = Duration.ofSeconds(60);
  private static final long FULL_MILLIS = 20_000;
  private static final long SLOW_MILLIS = 20_000;

  private final Cluster cluster;
  private final Random random;
  private final int run;

  RedisFaults(Cluster cluster, Random random, int run) {
    this.cluster = cluster;
    this.random = random;
    this.run = run;
  }

  Fault kill() {
    return restart(
        new Fault(FaultKind.REDIS_KILLED, "redis", run), cluster.redis().primary()::kill);
  }

  Fault shutDown() {
    return restart(
        new Fault(FaultKind.REDIS_SHUT_DOWN, "redis", run), cluster.redis().primary()::shutDown);
  }

  private Fault restart(Fault fault, Runnable end) {
    end.run();
    Pause.millis(300 + random.nextInt(3_000));
    cluster.redis().primary().startAgain();
    return fault.watch(new Beats(cluster));
  }

  /** What was told meanwhile is told again; what has begun meanwhile is gone. */
  @Nullable Fault loseWrites() {
    // Mostly what a replica may lag, now and then what a dump may.
    long millis = random.nextInt(3) == 0 ? random.nextInt(6_000) : 20 + random.nextInt(500);
    Fault fault = new Fault(FaultKind.REDIS_LOSES_WRITES, millis + " ms", run);
    if (!cluster.redis().primary().killAndLose(millis)) {
      return null;
    }
    Pause.millis(300 + random.nextInt(3_000));
    cluster.redis().primary().startAgain();
    // The connections to the one before it break first.
    Pause.until(ANSWER, () -> cluster.lostWrites().noteActive(cluster.view()));
    return fault.watch(new Beats(cluster));
  }

  /** Longer than heartbeats live and than clients wait for an answer. */
  Fault stop() {
    Fault fault = new Fault(FaultKind.REDIS_STOPPED, "redis", run);
    Signal.send(cluster.redis().primary().pid(), "STOP");
    Pause.millis(WorkerFaults.STOP_MILLIS);
    Signal.send(cluster.redis().primary().pid(), "CONT");
    return fault.watch(new Beats(cluster));
  }

  /** Longer than slaves wait for it: they end, and others do what they had in hand. */
  Fault takeAway() {
    Fault fault = new Fault(FaultKind.REDIS_AWAY, "redis", run);
    cluster.redis().primary().kill();
    Pause.millis(Place.SLAVE_PATIENCE.plusSeconds(10).toMillis());
    cluster.redis().primary().startAgain();
    return fault.watch(new Beats(cluster));
  }

  Fault cutConnections() {
    Fault fault = new Fault(FaultKind.CONNECTIONS_CUT, "all", run);
    Beats sign = new Beats(cluster);
    cluster.redis().primary().cutConnections();
    return fault.watch(sign);
  }

  /** It answers, and refuses to write. */
  Fault fill() {
    Fault fault = new Fault(FaultKind.REDIS_FULL, "redis", run);
    RedisProcess redis = cluster.redis().primary();
    long before = redis.refused();
    redis.limitMemory("1");
    fault.notice(() -> redis.refused() > before);
    cluster.heal(
        FULL_MILLIS,
        () -> {
          redis.limitMemory("0");
          fault.took(redis.refused() - before, "commands refused");
          fault.watch(new Beats(cluster));
        });
    return fault;
  }

  private boolean hasEnded(Client client) {
    if (client.isAlive()) {
      return false;
    }
    System.err.println("  run " + run + ": " + client.lastWords());
    return true;
  }

  /** It goes on with what it has in memory, and everybody waits for its disk. */
  Fault slowDisk() {
    Fault fault = new Fault(FaultKind.REDIS_DISK_SLOW, "redis", run);
    SlowDisk slow = SlowDisk.of(cluster.redis().primary().pid(), cluster.place());
    cluster.heal(
        SLOW_MILLIS,
        () -> {
          fault.took(slow.end(), "writes delayed");
          fault.watch(new Beats(cluster));
        });
    return fault;
  }

  /** Everything is gone, while a client waits for its run. */
  Fault empty(Load load) {
    return empty(FaultKind.REDIS_EMPTIED, load, cluster.redis().primary()::empty);
  }

  /** The same by a restart: its file was lost, or it never had one. */
  Fault restartEmpty(Load load) {
    return empty(
        FaultKind.REDIS_RESTARTED_EMPTY, load, cluster.redis().primary()::startAgainWithoutFile);
  }

  private Fault empty(FaultKind kind, Load load, Runnable action) {
    Client waits = load.waitingClient(random);
    Pause.until(START, () -> !waits.key().isEmpty());
    View view = cluster.view();
    cluster.lostWrites().noteActive(view);
    Set<String> before = Set.copyOf(view.active());
    Fault fault = new Fault(kind, "redis", run);
    fault.took(cluster.redis().primary().keys(), "keys gone");
    action.run();
    fault.notice(() -> hasEnded(waits));
    return fault.watch(
        () ->
            view.active().stream()
                .filter(taskset -> !before.contains(taskset))
                .anyMatch(taskset -> view.field(taskset, "status").equals("running")));
  }
}
