package io.rrrspec.server.admission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One queue during one look: what it has, what it has a right to, and who waits in it. */
final class Line {
  final Queue queue;

  /** The workers that it is guaranteed for certain. */
  final int whole;

  /** The part of a worker beyond {@link #whole} that it is guaranteed over time. */
  final double fraction;

  /** The most workers that it may have. */
  final int most;

  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<String, Integer> ofUser = new HashMap<>();
  private int serving;
  private boolean stuck;

  /** A taskset that can do with more workers. */
  static final class Waiting {
    final Demand demand;
    int serving;

    private Waiting(Demand demand, int serving) {
      this.demand = demand;
      this.serving = serving;
    }
  }

  /**
   * Makes one that has nothing yet.
   *
   * @param live how many workers of its group live
   */
  Line(Queue queue, int live) {
    this.queue = queue;
    double rate = Math.min(live, queue.rate().of(live));
    whole = (int) Math.floor(rate + 1e-9);
    fraction = Math.max(0, rate - whole) < 1e-9 ? 0 : rate - whole;
    int ceil = (int) Math.floor(queue.ceil().of(live) + 1e-9);
    // A part of a worker is one: nobody could ever serve it otherwise. None at all is a pause.
    most = queue.ceil().amount() == 0 ? 0 : Math.max(1, Math.max(ceil, whole));
  }

  /** Adds a taskset, oldest first. */
  void add(Demand demand, int workers) {
    serving += workers;
    ofUser.merge(demand.user(), workers, Integer::sum);
    if (demand.hasWork() && workers < demand.maxWorkers()) {
      waiting.add(new Waiting(demand, workers));
    }
  }

  int serving() {
    return serving;
  }

  /** How many workers more its tasksets could do with. */
  int wants() {
    long all = waiting.stream().mapToLong(w -> w.demand.maxWorkers() - w.serving).sum();
    return (int) Math.min(Integer.MAX_VALUE, all);
  }

  /** Whether somebody waits for whom there may be an idle worker. */
  boolean waits() {
    return !waiting.isEmpty() && !stuck;
  }

  /** Whether it has tasksets that could do with more workers. */
  boolean isBacklogged() {
    return !waiting.isEmpty();
  }

  boolean isUnderRate() {
    return serving < whole;
  }

  boolean isBelowCeil() {
    return serving < most;
  }

  /** No idle worker fits anybody in it: it is passed over for the rest of the look. */
  void stick() {
    stuck = true;
  }

  /** Those who wait, in the order in which they are served. */
  List<Waiting> inOrder() {
    if (!queue.inTurn()) {
      return waiting;
    }
    List<Waiting> order = new ArrayList<>(waiting);
    // Stable: among equals the one that came first.
    order.sort(Comparator.comparingInt(w -> ofUser.getOrDefault(w.demand.user(), 0)));
    return order;
  }

  /** One of those who wait has got a worker. */
  void served(Waiting served) {
    served.serving++;
    serving++;
    ofUser.merge(served.demand.user(), 1, Integer::sum);
    if (served.serving >= served.demand.maxWorkers()) {
      waiting.remove(served);
    }
  }
}
