package io.rrrspec.experiments.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * A reactor, a number of slaves, and what rules make of it. Times are in milliseconds.
 *
 * @param lowerBound no order is shorter
 * @param best the shortest order that was found, by the search or by a rule
 * @param exact by name of the rule, the makespan with exact estimates
 * @param noisy the makespan of the chosen rule if estimates are wrong by up to 30 %
 * @param inOrderOfBuild the makespan of the chosen rule with {@code --module-order build}, and
 *     exact estimates
 */
record Case(
    ReactorKind kind,
    int modules,
    long startCost,
    int slaves,
    long lowerBound,
    long best,
    Map<String, Long> exact,
    long noisy,
    long inOrderOfBuild) {
  private static final double NOISE = 0.3;

  /**
   * Serves a reactor by each rule, and searches for its best order.
   *
   * @param steps the budget of each of the two searches
   */
  static Case of(ReactorKind kind, int modules, long startCost, int slaves, int steps, long seed) {
    Random random = new Random(Objects.hash(seed, kind.ordinal(), modules, startCost));
    Reactor reactor = kind.generate(modules, startCost, random);
    Reactor wrong = reactor.estimatedWithin(NOISE, random);
    long bound = LowerBound.of(reactor, slaves);
    Map<String, Long> exact = new LinkedHashMap<>();
    List<Integer> from = WrapAround.of(reactor, slaves, bound);
    long best = Long.MAX_VALUE;
    List<Integer> bestOfRules = from;
    for (Map.Entry<String, Rule> rule : Rules.all(random).entrySet()) {
      Order order = Fleet.serve(reactor, rule.getValue(), slaves);
      exact.put(rule.getKey(), order.makespan());
      if (order.makespan() < best) {
        best = order.makespan();
        bestOfRules = order.slaves();
      }
    }
    for (List<Integer> start : List.of(from, bestOfRules)) {
      Assignment assignment = new Assignment(reactor, slaves).assign(start);
      List<Integer> found = Search.improve(assignment, bound, steps, random);
      best = Math.min(best, new Assignment(reactor, slaves).assign(found).makespan());
    }
    long noisy = Fleet.serve(wrong, Rules.CHOSEN, slaves).makespan();
    long build = Fleet.serve(reactor, Rules.MODULE_ORDER_BUILD, slaves).makespan();
    return new Case(kind, modules, startCost, slaves, bound, best, exact, noisy, build);
  }

  /** How much longer the rule takes than the best order, in per cent. */
  double excess(String rule) {
    return aboveBest(makespan(rule));
  }

  private long makespan(String rule) {
    return Objects.requireNonNull(exact.get(rule));
  }

  /** The same for the chosen rule with wrong estimates; below 0 if that is shorter by luck. */
  double noisyExcess() {
    return aboveBest(noisy);
  }

  /** The same with {@code --module-order build}; below 0 if that is shorter by luck. */
  double buildExcess() {
    return aboveBest(inOrderOfBuild);
  }

  /** How much longer the best order is than the lower bound, in per cent. */
  double bestAboveBound() {
    return 100.0 * (best - lowerBound) / lowerBound;
  }

  private double aboveBest(long makespan) {
    return 100.0 * (makespan - best) / best;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s, %d modules, %d slaves, start cost %.1f s: %.2f s, best %.2f s, %.1f %% above it",
        kind.title(),
        modules,
        slaves,
        startCost / 1e3,
        makespan("chosen") / 1e3,
        best / 1e3,
        excess("chosen"));
  }
}
