package io.rrrspec.experiments.chaos;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Lifetimes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Heartbeats while other load keeps all processors busy: the largest gap between two, as an
 * outsider sees it by the lifetimes of the keys.
 */
final class BusyHost {
  private static final long LOOK_EVERY_MILLIS = 20;

  /** Processes for each processor: so the scheduler always has somebody else to serve. */
  private static final int LOAD = 2;

  private final Cluster cluster;
  private final Map<String, Long> least = new HashMap<>();
  private int missed;

  BusyHost(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Prints what it finds; false if somebody who lives was without a heartbeat. */
  boolean measure(int seconds) throws IOException {
    int processors = Runtime.getRuntime().availableProcessors();
    List<Process> load = new ArrayList<>();
    try (Load tests = Load.start(cluster, 0, 1)) {
      for (int i = 0; i < LOAD * processors; i++) {
        load.add(new ProcessBuilder("/bin/bash", "-c", "while :; do :; done").start());
      }
      long end = System.nanoTime() + seconds * 1_000_000_000L;
      while (System.nanoTime() < end) {
        look();
        Pause.millis(LOOK_EVERY_MILLIS);
      }
    } finally {
      load.forEach(Process::destroyForcibly);
    }
    System.out.printf(
        Locale.ROOT,
        "%d s, %d busy processes beside the tests on %d processors; heartbeats missed: %d%n",
        seconds,
        LOAD * processors,
        processors,
        missed);
    Set<String> kinds = new TreeSet<>();
    least.keySet().forEach(key -> kinds.add(kind(key)));
    for (String kind : kinds) {
      long lowest =
          least.entrySet().stream()
              .filter(entry -> kind(entry.getKey()).equals(kind))
              .mapToLong(Map.Entry::getValue)
              .min()
              .orElseThrow();
      long life = life(kind);
      System.out.printf(
          Locale.ROOT,
          "%s: largest gap %.2f s of %d s%n",
          kind,
          (life - lowest) / 1000.0,
          life / 1000);
    }
    return missed == 0;
  }

  private static long life(String kind) {
    return (kind.equals("slave") ? Lifetimes.SLAVE_HEARTBEAT : Lifetimes.HEARTBEAT).toMillis();
  }

  private static String kind(String key) {
    if (key.contains(":slave:")) {
      return "slave";
    }
    return Keys.lastPart(key).split("-")[0];
  }

  private void look() {
    for (Daemon daemon : cluster.all()) {
      String key = cluster.key(daemon);
      see(key);
      if (daemon.name().startsWith("worker")) {
        for (String slave : cluster.view().slaves(key)) {
          if (!cluster.view().field(slave, "open_trial").isEmpty()) {
            see(slave);
          }
        }
      }
    }
  }

  private void see(String key) {
    long left = cluster.view().redis().pttl(Keys.heartbeat(key));
    if (left < 0 && key.contains(":slave:")) {
      return; // its worker beats for it when it beats the next time, and nobody looks before
    }
    if (left < 0) {
      missed++;
      System.err.println(key + " has no heartbeat");
    }
    least.merge(key, Math.max(0, left), Math::min);
  }
}
