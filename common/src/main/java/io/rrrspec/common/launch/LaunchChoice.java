package io.rrrspec.common.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the launch for which a free place starts a JVM. A slave goes on with its launch while
 * that has queued classes; only then its JVM ends, and its place is free.
 *
 * <ol>
 *   <li>A launch that no JVM serves comes first, the largest first, because one JVM for all classes
 *       of a launch costs one start, and what comes last should be small; when all launches are
 *       served, the one whose JVMs would be done last gets a further JVM, because the run waits for
 *       them.
 *   <li>No launch gets a further JVM that would be ready only after the others have begun all its
 *       classes, because this JVM would start for nothing.
 *   <li>Of the first few launches in this order the place takes the one with which {@link Forecast}
 *       ends soonest, because largest first alone packs a few large launches badly.
 * </ol>
 *
 * <p>A rank of launches comes before all of that: only launches of the lowest rank that has one to
 * choose are looked at. So a further JVM of a launch that gains by it comes before the first JVM of
 * one of a higher rank.
 *
 * <p>A launch that waits is never refused, and a further JVM for another launch is chosen at most
 * once for each of its queued classes. So every launch is served in the end. A place that is
 * refused asks again when a class has ended or was put back, or when a JVM has ended.
 *
 * <p>The order of the rule and the number of its candidates come from a study,
 * docs/launch-study.md.
 */
public final class LaunchChoice {
  /** Of the launches that wait: the largest, and others at equal steps down to the smallest. */
  private static final int WAITING_CANDIDATES = 8;

  private static final int SERVED_CANDIDATES = 3;

  /** With more waiting launches than this for each place the largest comes first in any case. */
  private static final int FORECAST_ROUNDS = 4;

  /** The same for their number in all, so that a choice takes a millisecond at most. */
  private static final int FORECAST_LAUNCHES = 200;

  /** A forecast that is better by less is not better, but rounded in another way. */
  private static final double BETTER = 1 - 1e-6;

  private LaunchChoice() {}

  /**
   * Chooses for one place. Each choice has to see the JVMs that were chosen before it as starting.
   *
   * @param loads the loads of all launches of the run, in any order
   * @param places number of JVMs that may run for this run at once, on all workers
   * @return the name of a launch, or nothing if no JVM is worth its start
   */
  public static Optional<String> next(List<LaunchLoad> loads, int places) {
    int rank =
        loads.stream()
            .filter(load -> load.waits() || load.gainsByAnother())
            .mapToInt(LaunchLoad::rank)
            .min()
            .orElse(0);
    List<WaitingLaunch> waiting = new ArrayList<>();
    List<ServedLaunch> served = new ArrayList<>();
    List<ServedLaunch> gaining = new ArrayList<>();
    int free = places;
    for (LaunchLoad load : loads) {
      free -= load.jvms();
      if (load.rank() > rank) {
        continue;
      }
      if (load.waits()) {
        waiting.add(WaitingLaunch.of(load));
      } else if (load.jvms() > 0) {
        ServedLaunch launch = ServedLaunch.of(load);
        served.add(launch);
        if (load.gainsByAnother()) {
          gaining.add(launch);
        }
      }
    }
    waiting.sort(
        Comparator.comparingDouble(WaitingLaunch::size)
            .reversed()
            .thenComparing(WaitingLaunch::launch));
    if (waiting.size() > Math.min(FORECAST_LAUNCHES, (long) FORECAST_ROUNDS * places)) {
      return Optional.of(waiting.get(0).launch());
    }
    served.sort(Comparator.comparing(ServedLaunch::launch));
    gaining.sort(
        Comparator.comparingDouble(ServedLaunch::end)
            .reversed()
            .thenComparing(ServedLaunch::launch));
    return best(candidates(waiting, gaining), new Forecast(waiting, served, Math.max(1, free)));
  }

  private static List<String> candidates(List<WaitingLaunch> waiting, List<ServedLaunch> gaining) {
    List<String> candidates = new ArrayList<>();
    int step = Math.max(1, (waiting.size() + WAITING_CANDIDATES - 1) / WAITING_CANDIDATES);
    for (int i = 0; i < waiting.size(); i += step) {
      candidates.add(waiting.get(i).launch());
    }
    gaining.stream().limit(SERVED_CANDIDATES).map(ServedLaunch::launch).forEach(candidates::add);
    return candidates;
  }

  private static Optional<String> best(List<String> candidates, Forecast forecast) {
    if (candidates.size() <= 1) {
      return candidates.stream().findFirst();
    }
    String best = candidates.get(0);
    double soonest = forecast.endWith(best);
    for (String candidate : candidates.subList(1, candidates.size())) {
      double end = forecast.endWith(candidate);
      if (end < soonest * BETTER) {
        best = candidate;
        soonest = end;
      }
    }
    return Optional.of(best);
  }
}
