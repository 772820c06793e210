package io.rrrspec.experiments.launch;

/** A makespan that no order is below. */
final class LowerBound {
  private LowerBound() {}

  /** The least whole number of milliseconds that {@link #mayDo} does not rule out. */
  static long of(Reactor reactor, int slaves) {
    long impossible = 0;
    long possible = 1;
    while (!mayDo(reactor, slaves, possible)) {
      impossible = possible;
      possible *= 2;
    }
    while (possible - impossible > 1) {
      long middle = (possible + impossible) / 2;
      if (mayDo(reactor, slaves, middle)) {
        possible = middle;
      } else {
        impossible = middle;
      }
    }
    return possible;
  }

  /**
   * Whether nothing speaks against this makespan: a JVM has time for the longest class; each launch
   * has as many JVMs as its work needs, and all of that has room; and of the classes of which no
   * slave can run two there are no more than slaves.
   */
  private static boolean mayDo(Reactor reactor, int slaves, long makespan) {
    double all = 0;
    int large = 0;
    for (Reactor.Launch launch : reactor.launches()) {
      long time = makespan - launch.startCost();
      if (time <= 0 || launch.longest() > time) {
        return false;
      }
      long work = launch.work();
      all += work + (double) launch.startCost() * -Math.floorDiv(-work, time);
      for (Reactor.TestClass each : launch.classes()) {
        if (2 * each.took() > time) {
          large++;
        }
      }
    }
    return large <= slaves && all <= (double) makespan * slaves;
  }
}
