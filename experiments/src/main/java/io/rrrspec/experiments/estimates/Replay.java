package io.rrrspec.experiments.estimates;

import io.rrrspec.client.source.TaskOrder;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A history, run by run, as one statistic would have met it.
 *
 * <p>A class that goes over its soft limit is taken as timed out, and then its time is not among
 * the good ones: who thinks too little of a class may never learn better. The makespan is that of
 * the order alone, as if nothing was ended early.
 */
final class Replay {
  /** The defaults of {@code client start}. */
  static final Duration LEAST = Duration.ofSeconds(30);

  static final Duration UNKNOWN = Duration.ofSeconds(300);

  private final Map<String, Past> past = new HashMap<>();
  private final Figures figures = new Figures();
  private final Order order;

  /** How the tasks of a run are sorted. */
  @FunctionalInterface
  interface Order {
    /** What {@link TaskOrder} does. */
    Order LONGEST_FIRST =
        (run, estimates) ->
            TaskOrder.order(List.copyOf(run.took().keySet()), estimates, run::size).stream()
                .map(TaskRequest::specFile)
                .toList();

    List<String> order(History.Run run, Map<String, Duration> estimates);
  }

  private Replay(Order order) {
    this.order = order;
  }

  static Figures of(History history, Statistic statistic, Order order) {
    Replay replay = new Replay(order);
    for (int i = 0; i < history.runs().size(); i++) {
      History.Run run = history.runs().get(i);
      Map<String, Duration> estimates = replay.estimates(statistic.expected());
      if (i > 0) {
        replay.time(run, estimates);
      }
      Map<String, Duration> forLimits =
          statistic.expected() == statistic.forLimits()
              ? estimates
              : replay.estimates(statistic.forLimits());
      run.took().forEach((name, took) -> replay.judge(run, name, took, forLimits.get(name)));
    }
    return replay.figures;
  }

  /** Those of deleted classes, too: that is what is in Redis. */
  private Map<String, Duration> estimates(Function<Past, Duration> rule) {
    Map<String, Duration> estimates = new HashMap<>();
    past.forEach(
        (name, seen) -> {
          if (seen.runs() > 0) {
            estimates.put(name, rule.apply(seen));
          }
        });
    return estimates;
  }

  private void time(History.Run run, Map<String, Duration> estimates) {
    List<Duration> served = new ArrayList<>();
    for (String name : order.order(run, estimates)) {
      served.add(run.took().getOrDefault(name, Duration.ZERO));
    }
    for (int i = 0; i < Figures.SLAVES.length; i++) {
      figures.makespan(i, Slaves.makespan(served, Figures.SLAVES[i]), run.best().get(i));
    }
  }

  private void judge(History.Run run, String name, Duration took, @Nullable Duration estimate) {
    Past seen = past.computeIfAbsent(name, key -> new Past());
    TimeLimits limits = TimeLimits.of(estimate, LEAST, UNKNOWN);
    if (run.hangs().contains(name)) {
      if (estimate != null) {
        figures.hang(limits.hard());
      }
      seen.timedOut(limits.hard());
      return;
    }
    boolean over = took.compareTo(limits.soft()) > 0;
    if (estimate != null) {
      figures.limited(over);
    }
    if (over) {
      seen.timedOut(limits.soft());
    } else {
      seen.passed(took);
    }
  }
}
