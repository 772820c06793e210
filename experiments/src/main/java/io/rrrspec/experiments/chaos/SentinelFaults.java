package io.rrrspec.experiments.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What happens to a primary that has replicas and Sentinels: another one takes over. */
final class SentinelFaults {
  /** Ten times as long as the Sentinels wait. */
  private static final long LONG_MILLIS = 30_000;

  private static final Duration WHOLE = Duration.ofSeconds(90);
  private static final long NOTE_MILLIS = 300;

  private final Cluster cluster;
  private final Random random;
  private final int run;

  SentinelFaults(Cluster cluster, Random random, int run) {
    this.cluster = cluster;
    this.random = random;
    this.run = run;
  }

  /** The group, when the fault before has gone; null if it does not come to itself. */
  private @Nullable SentinelGroup group() {
    SentinelGroup group = cluster.sentinels();
    return Pause.until(WHOLE, group::isWhole) ? group : null;
  }

  /** Both servers live, and no more is lost than what was under way. */
  @Nullable Fault failOver() {
    SentinelGroup group = group();
    if (group == null) {
      return null;
    }
    RedisProcess old = group.primary();
    Fault fault = fault(FaultKind.FAILOVER, old);
    group.failOver();
    return moves(fault, old);
  }

  /** It comes back, and has to become a replica. */
  @Nullable Fault killPrimary() {
    SentinelGroup group = group();
    if (group == null) {
      return null;
    }
    RedisProcess old = group.primary();
    Fault fault = fault(FaultKind.PRIMARY_KILLED, old);
    old.kill();
    cluster.heal(2_000 + random.nextInt(15_000), old::startAgain);
    return moves(fault, old);
  }

  @Nullable Fault stopPrimary() {
    SentinelGroup group = group();
    if (group == null) {
      return null;
    }
    RedisProcess old = group.primary();
    Fault fault = fault(FaultKind.PRIMARY_STOPPED, old);
    Signal.send(old.pid(), "STOP");
    cluster.heal(LONG_MILLIS, () -> Signal.send(old.pid(), "CONT"));
    return moves(fault, old);
  }

  /** Nobody reaches it. */
  @Nullable Fault cutPrimary() {
    return cut(FaultKind.PRIMARY_CUT, "");
  }

  /** It goes on to serve all others, while the Sentinels name another one. */
  @Nullable Fault cutPrimaryFromSentinels() {
    return cut(FaultKind.PRIMARY_CUT_FROM_SENTINELS, "sentinel-");
  }

  private @Nullable Fault cut(FaultKind kind, String others) {
    SentinelGroup group = group();
    Network network = cluster.network();
    if (group == null || !network.take()) {
      return null;
    }
    RedisProcess old = group.primary();
    List<Host> host = List.of(old.node().host());
    Fault fault = fault(kind, old);
    network.cut(host, network.hosts(others));
    network.cut(network.hosts(others), host);
    cluster.heal(LONG_MILLIS, () -> fault.took(network.heal(), Network.DROPPED));
    return moves(fault, old);
  }

  /** Nobody hears of the next primary: what is said comes by connections that are dead. */
  @Nullable Fault failOverUnheard() {
    SentinelGroup group = group();
    Network network = cluster.network();
    if (group == null || !network.take()) {
      return null;
    }
    RedisProcess old = group.primary();
    Fault fault = fault(FaultKind.FAILOVER_UNHEARD, old);
    group.sentinels().forEach(sentinel -> Connections.forget(network, sentinel, cluster.parts()));
    group.failOver();
    cluster.heal(LONG_MILLIS, () -> fault.took(network.heal(), Network.DROPPED));
    return moves(fault, old);
  }

  private Fault fault(FaultKind kind, RedisProcess primary) {
    return new Fault(kind, primary.node().host().name(), run);
  }

  /** Measures until another primary has the heartbeats of all. */
  private Fault moves(Fault fault, RedisProcess old) {
    note(fault, old, 0);
    fault.notice(() -> isAnother(fault, old));
    List<Beats> beats = new ArrayList<>();
    BooleanSupplier sign =
        () -> {
          if (beats.isEmpty()) {
            if (cluster.redis().primary() == old) {
              return false;
            }
            beats.add(new Beats(cluster));
          }
          return beats.get(0).getAsBoolean();
        };
    return fault.watch(sign);
  }

  private boolean isAnother(Fault fault, RedisProcess old) {
    RedisProcess next = cluster.redis().primary();
    if (next != old && !fault.kind().needsNetwork()) {
      fault.took(1, "next primary: " + next.node().host().name());
    }
    return next != old;
  }

  /**
   * A run may end by a primary whose word does not last. It is noted as long as there may be two of
   * them.
   */
  private void note(Fault fault, RedisProcess old, long since) {
    cluster.lostWrites().noteActive(cluster.view());
    if (!fault.isOver() || since < LONG_MILLIS) {
      cluster.later(NOTE_MILLIS, () -> note(fault, old, since + NOTE_MILLIS));
    }
  }
}
