package io.rrrspec.common.launch;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Forecasts when the run ends if all places follow the first two rules of {@link LaunchChoice} from
 * here on. It is rough: it knows the work of a launch as one sum that its JVMs divide evenly, and
 * its longest class. So it costs some microseconds, whatever the number of classes.
 */
final class Forecast {
  private final List<WaitingLaunch> waiting;
  private final List<ServedLaunch> served;
  private final int free;

  /**
   * Begins at the moment of a choice.
   *
   * @param waiting the launches that wait, in the order in which they get their first JVM
   * @param served the launches that have JVMs, in an order that is the same everywhere
   * @param free the number of free places, with the one that the choice is for
   */
  Forecast(List<WaitingLaunch> waiting, List<ServedLaunch> served, int free) {
    this.waiting = waiting;
    this.served = served;
    this.free = free;
  }

  /**
   * Returns the end of the run, in milliseconds from now.
   *
   * @param chosen the launch for which the place starts a JVM, one of the waiting or the served
   */
  double endWith(String chosen) {
    return new Course(chosen).end();
  }

  /** A time at which places get free, unless the launch has changed since it was foreseen. */
  private record Moment(double at, ServedLaunch launch, int changes) implements Comparable<Moment> {
    static Moment of(ServedLaunch launch) {
      return new Moment(launch.freesAt(), launch, launch.changes());
    }

    @Override
    public int compareTo(Moment other) {
      return Double.compare(at, other.at);
    }

    boolean isStale() {
      return changes != launch.changes();
    }
  }

  /** What happens, from one moment at which places get free to the next. */
  private final class Course {
    private final PriorityQueue<Moment> moments = new PriorityQueue<>();

    /** Once no launch waits: those that may gain by another JVM, the last to end foremost. */
    private final PriorityQueue<ServedLaunch> gaining =
        new PriorityQueue<>(Comparator.comparingDouble(launch -> -launch.end()));

    private final String chosen;
    private double now;
    private int nextWaiting;
    private boolean allServed;

    Course(String chosen) {
      this.chosen = chosen;
      for (ServedLaunch each : served) {
        ServedLaunch launch = each.copy();
        if (launch.launch().equals(chosen)) {
          launch.startAnotherAt(now);
        }
        foresee(launch);
      }
      for (WaitingLaunch each : waiting) {
        if (each.launch().equals(chosen)) {
          foresee(ServedLaunch.startedAt(now, each));
        }
      }
      start(free - 1);
    }

    double end() {
      double end = now;
      while (!moments.isEmpty()) {
        Moment moment = moments.remove();
        if (moment.isStale()) {
          continue;
        }
        ServedLaunch launch = moment.launch();
        now = Math.max(now, moment.at());
        end = Math.max(end, launch.end());
        int freed = launch.free();
        if (!launch.isDone()) {
          moments.add(Moment.of(launch));
        }
        start(freed);
      }
      return end;
    }

    private void foresee(ServedLaunch launch) {
      moments.add(Moment.of(launch));
      if (allServed) {
        gaining.add(launch);
      }
    }

    private void start(int places) {
      for (int i = 0; i < places && startOne(); i++) {
        // The next place.
      }
    }

    /** Whether there was a launch for the place. */
    private boolean startOne() {
      if (nextWaiting < waiting.size() && waiting.get(nextWaiting).launch().equals(chosen)) {
        nextWaiting++;
      }
      if (nextWaiting < waiting.size()) {
        foresee(ServedLaunch.startedAt(now, waiting.get(nextWaiting++)));
        return true;
      }
      if (!allServed) {
        allServed = true;
        moments.forEach(moment -> gaining.add(moment.launch()));
      }
      while (!gaining.isEmpty()) {
        ServedLaunch last = gaining.remove();
        if (last.gainsByAnotherAt(now)) {
          last.startAnotherAt(now);
          foresee(last);
          return true;
        }
        // Time goes on and its work goes down, so it will not gain later.
      }
      return false;
    }
  }
}
