package io.rrrspec.experiments.estimates;

import io.rrrspec.experiments.estimates.Replay.Order;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where classes that nobody knows are put. */
final class Guesses {
  private Guesses() {}

  /** By name; the last is what the client does. */
  static Map<String, Order> all() {
    Map<String, Order> orders = new LinkedHashMap<>();
    orders.put("last", (run, estimates) -> placed(run, estimates, 0, false));
    orders.put("as the median", (run, estimates) -> placed(run, estimates, 0.5, false));
    orders.put("median, by size", (run, estimates) -> placed(run, estimates, 0.5, true));
    orders.put("longest tenth", (run, estimates) -> placed(run, estimates, 0.9, false));
    orders.put("first", (run, estimates) -> placed(run, estimates, 1, false));
    orders.put("longest tenth, former names", Guesses::atLeastAsBefore);
    orders.put("**longest tenth, by size**", Order.LONGEST_FIRST);
    return orders;
  }

  /** As if they took what a share of the others do not exceed; 1 is before all others. */
  private static List<String> placed(
      History.Run run, Map<String, Duration> estimates, double share, boolean bySize) {
    return Order.LONGEST_FIRST.order(run, guessed(run, estimates, share, bySize));
  }

  private static List<String> atLeastAsBefore(History.Run run, Map<String, Duration> estimates) {
    Map<String, Duration> guessed = guessed(run, estimates, 0.9, true);
    FormerNames formerNames = new FormerNames(estimates.keySet(), run.took().keySet());
    for (String name : run.took().keySet()) {
      String former = estimates.containsKey(name) ? null : formerNames.of(name);
      Duration before = former == null ? null : estimates.get(former);
      if (before != null) {
        guessed.merge(name, before, (a, b) -> a.compareTo(b) > 0 ? a : b);
      }
    }
    return Order.LONGEST_FIRST.order(run, guessed);
  }

  private static Map<String, Duration> guessed(
      History.Run run, Map<String, Duration> estimates, double share, boolean bySize) {
    Map<String, Duration> guessed = known(run, estimates);
    List<Duration> sorted = guessed.values().stream().sorted().toList();
    List<Long> sizes = run.took().keySet().stream().map(run::size).sorted().toList();
    double medianSize = Math.max(1, sizes.get(sizes.size() / 2));
    double millis =
        share == 1
            ? Duration.ofDays(1).toMillis()
            : share == 0 || sorted.isEmpty()
                ? 0
                : sorted.get((int) (share * sorted.size())).toMillis();
    for (String name : run.took().keySet()) {
      double times = bySize ? Math.max(1, run.size(name) / medianSize) : 1;
      guessed.putIfAbsent(name, Duration.ofMillis(Math.round(millis * times)));
    }
    return guessed;
  }

  private static Map<String, Duration> known(History.Run run, Map<String, Duration> estimates) {
    Map<String, Duration> known = new HashMap<>(estimates);
    known.keySet().retainAll(run.took().keySet());
    return known;
  }
}
