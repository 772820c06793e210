package io.rrrspec.experiments.chaos;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** How long the slaves of a killed worker went on. */
final class Orphans {
  private static final long GIVE_UP_MILLIS = 3_000;

  private static final ConcurrentLinkedQueue<Long> MILLIS = new ConcurrentLinkedQueue<>();
  private static final ConcurrentLinkedQueue<String> LEFT = new ConcurrentLinkedQueue<>();

  private Orphans() {}

  /** Looks every 50 ms, until all groups are gone or a new worker might have ended them. */
  static void watch(Cluster cluster, String worker, List<Long> groups) {
    long began = System.nanoTime();
    look(cluster, worker, groups, began);
  }

  private static void look(Cluster cluster, String worker, List<Long> groups, long began) {
    long millis = (System.nanoTime() - began) / 1_000_000;
    String left = first(cluster, groups);
    if (left == null) {
      MILLIS.add(millis);
    } else if (millis > GIVE_UP_MILLIS) {
      LEFT.add(worker + ": " + left);
    } else {
      cluster.later(50, () -> look(cluster, worker, groups, began));
    }
  }

  private static @Nullable String first(Cluster cluster, List<Long> groups) {
    return groups.stream()
        .filter(cluster.processes()::isOurs)
        .findFirst()
        .map(Processes::describe)
        .orElse(null);
  }

  /** From the death of a worker to the end of its last slave, each time. */
  static List<Long> millis() {
    return List.copyOf(MILLIS);
  }

  /** Those that were still there when a new worker came. */
  static List<String> left() {
    return List.copyOf(LEFT);
  }
}
