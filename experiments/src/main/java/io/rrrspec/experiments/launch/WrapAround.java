package io.rrrspec.experiments.launch;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A start for the search: launches are laid out one after the other, and cut where a slave is full.
 * Few launches are cut, so few JVMs are started.
 */
final class WrapAround {
  private WrapAround() {}

  /** By class, the slave of the shortest such assignment. */
  static List<Integer> of(Reactor reactor, int slaves, long lowerBound) {
    List<Reactor.Launch> launches = reactor.launches();
    List<Integer> order =
        IntStream.range(0, launches.size())
            .boxed()
            .sorted(Comparator.comparingLong((Integer i) -> launches.get(i).work()).reversed())
            .toList();
    long low = lowerBound - 1;
    long high = lowerBound;
    List<Integer> best = fill(reactor, order, slaves, high);
    while (best.isEmpty()) {
      low = high;
      high += Math.max(1, high / 8);
      best = fill(reactor, order, slaves, high);
    }
    while (high - low > Math.max(1, lowerBound / 1_000)) {
      long middle = (low + high) / 2;
      List<Integer> filled = fill(reactor, order, slaves, middle);
      if (!filled.isEmpty()) {
        best = filled;
        high = middle;
      } else {
        low = middle;
      }
    }
    return best;
  }

  /** Empty if not everything has room. */
  private static List<Integer> fill(Reactor reactor, List<Integer> order, int slaves, long room) {
    int[] first = new int[order.size()];
    int classes = 0;
    for (int i = 0; i < first.length; i++) {
      first[i] = classes;
      classes += reactor.launches().get(i).classes().size();
    }
    int[] result = new int[classes];
    long[] load = new long[slaves];
    for (int which : order) {
      Reactor.Launch launch = reactor.launches().get(which);
      boolean[] serves = new boolean[slaves];
      int at = first[which];
      for (Reactor.TestClass each : launch.classes()) {
        int slave = place(load, serves, each.took(), launch.startCost(), room);
        if (slave < 0) {
          return List.of();
        }
        load[slave] += each.took() + (serves[slave] ? 0 : launch.startCost());
        serves[slave] = true;
        result[at++] = slave;
      }
    }
    return Arrays.stream(result).boxed().toList();
  }

  /** The fullest that has room for it, of those that serve the launch; else of the others. */
  private static int place(long[] load, boolean[] serves, long took, long startCost, long room) {
    int best = -1;
    for (int i = 0; i < load.length; i++) {
      long after = load[i] + took + (serves[i] ? 0 : startCost);
      if (after <= room
          && (best < 0
              || (serves[i] && !serves[best])
              || (serves[i] == serves[best] && load[i] > load[best]))) {
        best = i;
      }
    }
    return best;
  }
}
