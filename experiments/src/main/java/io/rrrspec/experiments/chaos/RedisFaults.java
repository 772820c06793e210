package io.rrrspec.experiments.chaos;

import io.rrrspec.common.redis.Keys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/** What happens to Redis, and to the connections to it. */
final class RedisFaults {
  private static final Duration ANSWER = Duration.ofSeconds(20);

  private final Cluster cluster;
  private final View view;
  private final Random random;
  private final int run;

  RedisFaults(Cluster cluster, Random random, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.random = random;
    this.run = run;
  }

  Fault kill() {
    return restart(new Fault(FaultKind.REDIS_KILLED, "redis", run), cluster.redis()::kill);
  }

  Fault shutDown() {
    return restart(new Fault(FaultKind.REDIS_SHUT_DOWN, "redis", run), cluster.redis()::shutDown);
  }

  private Fault restart(Fault fault, Runnable end) {
    end.run();
    Pause.millis(300 + random.nextInt(3_000));
    cluster.redis().startAgain();
    return fault.watch(haveBeaten());
  }

  /** What was told meanwhile is told again; what has begun meanwhile is gone. */
  @Nullable Fault loseWrites() {
    // Mostly what a replica may lag, now and then what a dump may.
    long millis = random.nextInt(3) == 0 ? random.nextInt(6_000) : 20 + random.nextInt(500);
    Fault fault = new Fault(FaultKind.REDIS_LOSES_WRITES, millis + " ms", run);
    if (!cluster.redis().killAndLose(millis)) {
      return null;
    }
    Pause.millis(300 + random.nextInt(3_000));
    cluster.redis().startAgain();
    // The connections to the one before it break first.
    Pause.until(ANSWER, this::noteWhatMayEndTwice);
    return fault.watch(haveBeaten());
  }

  private boolean noteWhatMayEndTwice() {
    try {
      cluster.lostWrites().note(view.active());
      return true;
    } catch (JedisException e) {
      return false;
    }
  }

  /** Longer than heartbeats live and than clients wait for an answer. */
  Fault stop() {
    Fault fault = new Fault(FaultKind.REDIS_STOPPED, "redis", run);
    Signal.send(cluster.redis().pid(), "STOP");
    Pause.millis(WorkerFaults.STOP_MILLIS);
    Signal.send(cluster.redis().pid(), "CONT");
    return fault.watch(haveBeaten());
  }

  /** Longer than slaves wait for it: they end, and others do what they had in hand. */
  Fault takeAway() {
    Fault fault = new Fault(FaultKind.REDIS_AWAY, "redis", run);
    cluster.redis().kill();
    Pause.millis(Place.SLAVE_PATIENCE.plusSeconds(10).toMillis());
    cluster.redis().startAgain();
    return fault.watch(haveBeaten());
  }

  Fault cutConnections() {
    Fault fault = new Fault(FaultKind.CONNECTIONS_CUT, "all", run);
    BooleanSupplier sign = haveBeaten();
    cluster.redis().cutConnections();
    return fault.watch(sign);
  }

  /** Whether each that lives and that no other fault has hit has renewed its heartbeat. */
  private BooleanSupplier haveBeaten() {
    Map<String, Long> last = new HashMap<>();
    List<Daemon> waiting = new ArrayList<>();
    for (Daemon daemon : cluster.all()) {
      if (daemon.isAlive() && !daemon.isTaken()) {
        waiting.add(daemon);
      }
    }
    return () -> {
      waiting.removeIf(daemon -> !daemon.isAlive() || daemon.isTaken() || renewed(daemon, last));
      return waiting.isEmpty();
    };
  }

  private boolean renewed(Daemon daemon, Map<String, Long> last) {
    String key = cluster.key(daemon);
    if (key.isEmpty()) {
      return false;
    }
    long left = view.redis().pttl(Keys.heartbeat(key));
    Long before = last.put(daemon.name(), left);
    return before != null && left > before;
  }
}
