package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.RedisConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** How many acknowledged writes are lost when a primary is cut off from its group. */
final class AcknowledgedWrites {
  private static final long BEFORE_MILLIS = 5_000;
  private static final long CUT_MILLIS = 30_000;
  private static final Duration HEAL = Duration.ofSeconds(60);

  private static final List<List<String>> SETTINGS =
      List.of(List.of(), List.of("min-replicas-to-write 1", "min-replicas-max-lag 2"));

  /** Who does not reach whom. */
  private enum Side {
    /** The writer hears of the next primary. */
    PRIMARY("the primary from its replicas and Sentinels"),
    /** The writer is on the side of the old one. */
    WRITER("the primary and the writer from the replicas and Sentinels");

    private final String what;

    Side(String what) {
      this.what = what;
    }
  }

  private final Path directory;

  AcknowledgedWrites(Path directory) {
    this.directory = directory;
  }

  /** Prints a table. */
  void measure() {
    System.out.println(
        "| cut, 30 s | settings | acknowledged | lost | lost until, from the cut | refused |\n"
            + "|---|---|---|---|---|---|");
    for (Side side : Side.values()) {
      for (List<String> settings : SETTINGS) {
        System.out.println(row(side, settings));
      }
    }
  }

  private String row(Side side, List<String> settings) {
    Place place = Place.in(directory);
    try (Network network = Network.create(SentinelGroup.hostNames())) {
      SentinelGroup group =
          SentinelGroup.start(place, network::host, settings.toArray(String[]::new));
      try (RedisConnection connection = RedisConnection.open(group.url(), 2);
          Writer writer = new Writer(connection)) {
        writer.start();
        Pause.millis(BEFORE_MILLIS);
        long cut = System.nanoTime();
        cut(network, group, side);
        Pause.millis(CUT_MILLIS);
        network.heal();
        if (!Pause.until(HEAL, group::isWhole)) {
          throw new ServiceException("the group does not find together: see " + place.path("log"));
        }
        writer.end();
        return writer.row(side.what, settings, group.primary(), cut);
      } finally {
        group.kill();
      }
    }
  }

  private static void cut(Network network, SentinelGroup group, Side side) {
    List<Host> old = List.of(group.primary().node().host());
    List<Host> others = network.hosts("").stream().filter(host -> !old.contains(host)).toList();
    network.cut(old, others);
    network.cut(others, old);
    if (side == Side.WRITER) {
      Host writer = new Host("this machine", network.gateway(), List.of());
      // What they say must not arrive, nor a new question.
      group.sentinels().forEach(sentinel -> Connections.forget(network, sentinel, List.of(writer)));
      network.cut(List.of(writer), others);
    }
  }

  /** One write after the other, each with a number. */
  private static final class Writer implements AutoCloseable {
    private static final String KEY = View.NAMESPACE + ":written";
    private static final long EVERY_MILLIS = 5;

    private final RedisConnection connection;
    private final List<Long> acknowledgedAt = new ArrayList<>();
    private final Thread thread = new Thread(this::write, "writer");
    private volatile boolean stopping;
    private int refused;

    Writer(RedisConnection connection) {
      this.connection = connection;
    }

    void start() {
      thread.start();
    }

    private void write() {
      while (!stopping) {
        try {
          connection.commands().sadd(KEY, Integer.toString(acknowledgedAt.size()));
          acknowledgedAt.add(System.nanoTime());
        } catch (RuntimeException e) {
          refused++;
        }
        Pause.millis(EVERY_MILLIS);
      }
    }

    void end() {
      stopping = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServiceException("interrupted", e);
      }
    }

    String row(String what, List<String> settings, RedisProcess primary, long cut) {
      Set<String> there;
      try (RedisConnection direct = RedisConnection.open(primary.adminUrl(), 1)) {
        there = new HashSet<>(direct.commands().smembers(KEY));
      }
      int lost = 0;
      long last = cut;
      for (int i = 0; i < acknowledgedAt.size(); i++) {
        if (!there.contains(Integer.toString(i))) {
          lost++;
          last = Math.max(last, acknowledgedAt.get(i));
        }
      }
      return String.format(
          Locale.ROOT,
          "| %s | %s | %,d | %,d | %.1f s | %,d |",
          what,
          settings.isEmpty() ? "none" : String.join(", ", settings),
          acknowledgedAt.size(),
          lost,
          (last - cut) / 1e9,
          refused);
    }

    @Override
    public void close() {
      end();
    }
  }
}
