package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.KnownAffinity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which heavy classes take much less processor time after another one in the same JVM: what that
 * one has left in the JVM's caches spares them work. No framework says so, but the trials of past
 * runs do.
 *
 * <ul>
 *   <li>A class is warmed by another one if it took no more than half of its processor time after
 *       it, in JVMs of the same kind. The median of its last trials decides.
 *   <li>What that spares is the cost of the key that both share from then on.
 *   <li>If the two heaviest have not met in a JVM, they share a key once, to see, and after that in
 *       about one run of ten.
 * </ul>
 */
final class WarmedClasses {
  /** The part of a run that each of two has which are brought together to see what comes of it. */
  private static final double GOOD_PART = 0.15;

  /** What runs beside a class changes its processor time by up to four fifths. */
  private static final double LESS = 0.5;

  private static final Duration LEAST_COST = Duration.ofSeconds(3);

  /** So many trials without another heavy class before it say what a class takes. */
  private static final int ALONE = 2;

  /** So many trials after another one decide. */
  private static final int DECIDE = 5;

  /**
   * Of two that meet for the first time the second one is taken for so many times as fast. It is a
   * guess that lets them meet: what they took side by side is more than they take alone.
   */
  private static final int HOPED = 4;

  /** Two that have not met are brought together in one of so many runs. */
  private static final int TRY_AGAIN = 10;

  /** Spreads the numbers of runs, of which several projects may have every second one. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private WarmedClasses() {}

  /** A class that another one warms: what that spares it, and what is left. */
  private record Warmed(String spec, Duration spares, Duration own) {}

  /**
   * Finds them.
   *
   * @return by spec_file; of those that share anything in this way
   */
  static Map<String, KnownAffinity> of(HeavyClasses heavy) {
    Map<String, History> histories = new HashMap<>();
    for (String spec : heavy.parts().keySet()) {
      histories.put(spec, History.of(spec, heavy.trials()));
    }
    Map<String, KnownAffinity> known = new HashMap<>();
    Set<String> open = new TreeSet<>(histories.keySet());
    Map.Entry<String, List<Warmed>> best = best(open, histories);
    while (best != null) {
      share(best.getKey(), best.getValue(), histories, known);
      open.removeAll(known.keySet());
      best = best(open, histories);
    }
    tryTogether(heavy, histories, known);
    return known;
  }

  /** The class that spares the others of these most, with those. */
  private static Map.@Nullable Entry<String, List<Warmed>> best(
      Set<String> open, Map<String, History> histories) {
    Map.Entry<String, List<Warmed>> best = null;
    Duration most = Duration.ZERO;
    for (String leader : open) {
      List<Warmed> warmed = new ArrayList<>();
      Duration sum = Duration.ZERO;
      for (String spec : open) {
        Warmed one = spec.equals(leader) ? null : get(histories, spec).after(leader);
        if (one != null) {
          warmed.add(one);
          sum = sum.plus(one.spares());
        }
      }
      if (sum.compareTo(most) > 0) {
        best = Map.entry(leader, warmed);
        most = sum;
      }
    }
    return best;
  }

  /** Brings the two heaviest together, now and then, if they have not met. */
  private static void tryTogether(
      HeavyClasses heavy, Map<String, History> histories, Map<String, KnownAffinity> known) {
    List<String> two = heavy.now().keySet().stream().limit(2).toList();
    if (two.size() < 2 || !histories.keySet().containsAll(two)) {
      return;
    }
    History first = get(histories, two.get(0));
    History second = get(histories, two.get(1));
    boolean matter =
        two.stream()
            .allMatch(
                spec ->
                    heavy.now().getOrDefault(spec, 0.0) >= GOOD_PART && !known.containsKey(spec));
    boolean met = first.met(two.get(1)) || second.met(two.get(0));
    int apart = Math.min(first.alone().size(), second.alone().size()) - ALONE;
    if (!matter || met || apart < 0 || (apart > 0 && !isTurn(heavy.newest()))) {
      return;
    }
    Duration takes = second.takes();
    Duration own = takes.dividedBy(HOPED);
    share(two.get(0), List.of(new Warmed(two.get(1), takes.minus(own), own)), histories, known);
  }

  private static boolean isTurn(long run) {
    return Math.floorMod(Long.hashCode(run * SPREAD), TRY_AGAIN) == 0;
  }

  private static void share(
      String leader,
      List<Warmed> warmed,
      Map<String, History> histories,
      Map<String, KnownAffinity> known) {
    Duration spares = warmed.stream().map(Warmed::spares).reduce(Duration.ZERO, WarmedClasses::max);
    Duration first = get(histories, leader).takesBefore(warmed, histories);
    // What was measured apart includes what two heavy classes do to one another.
    Duration cost = min(spares, first);
    Affinity shared = new Affinity(Affinity.learned(leader), cost);
    warmed.forEach(one -> known.put(one.spec(), new KnownAffinity(shared, one.own())));
    known.put(leader, new KnownAffinity(shared, first.minus(cost)));
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private static History get(Map<String, History> histories, String spec) {
    return Objects.requireNonNull(histories.get(spec));
  }

  /** The trials of one class: alone, and after each of the others. */
  private record History(
      String spec,
      List<HeavyTrial> alone,
      Map<String, List<HeavyTrial>> after,
      List<HeavyTrial> all) {
    static History of(String spec, List<HeavyTrial> trials) {
      List<HeavyTrial> own = trials.stream().filter(trial -> trial.spec().equals(spec)).toList();
      List<HeavyTrial> alone = new ArrayList<>();
      Map<String, List<HeavyTrial>> after = new HashMap<>();
      for (HeavyTrial trial : own) {
        List<String> before =
            trials.stream()
                .filter(other -> !other.spec().equals(spec) && other.isBefore(trial))
                .map(HeavyTrial::spec)
                .distinct()
                .toList();
        before.forEach(other -> after.computeIfAbsent(other, o -> new ArrayList<>()).add(trial));
        if (before.isEmpty()) {
          alone.add(trial);
        }
      }
      return new History(spec, alone, after, own);
    }

    boolean met(String other) {
      return after.containsKey(other);
    }

    /** What it takes with nothing before it; if that was never seen, what it takes. */
    Duration takes() {
      List<HeavyTrial> some = alone.isEmpty() ? all : alone;
      return some.isEmpty()
          ? Duration.ZERO
          : Estimates.usual(some.stream().map(HeavyTrial::took).toList());
    }

    /** What it takes with one of them behind it in its JVM; if none was, what it takes. */
    Duration takesBefore(List<Warmed> warmed, Map<String, History> histories) {
      List<Duration> led =
          all.stream()
              .filter(
                  trial ->
                      warmed.stream()
                          .anyMatch(
                              one ->
                                  get(histories, one.spec()).all().stream()
                                      .anyMatch(trial::isBefore)))
              .map(HeavyTrial::took)
              .toList();
      return led.isEmpty() ? takes() : Estimates.usual(led);
    }

    /** Null if that other one does not warm it, or nobody knows. */
    @Nullable Warmed after(String other) {
      List<HeavyTrial> those = after.getOrDefault(other, List.of());
      Map<JvmKind, Duration> usual = usualAlone();
      List<Double> parts = new ArrayList<>();
      for (HeavyTrial trial : those) {
        Duration cold = usual.get(trial.kind());
        if (cold != null && !cold.isZero() && parts.size() < DECIDE) {
          parts.add((double) trial.processor().toMillis() / cold.toMillis());
        }
      }
      if (parts.isEmpty()) {
        return null;
      }
      parts.sort(Comparator.naturalOrder());
      Duration own = Estimates.usual(those.stream().map(HeavyTrial::took).toList());
      Duration spares = takes().minus(own);
      boolean much = parts.get(parts.size() / 2) <= LESS && spares.compareTo(LEAST_COST) >= 0;
      return much ? new Warmed(spec, spares, own) : null;
    }

    private Map<JvmKind, Duration> usualAlone() {
      Map<JvmKind, List<Duration>> times = new EnumMap<>(JvmKind.class);
      alone.forEach(
          trial ->
              times
                  .computeIfAbsent(trial.kind(), kind -> new ArrayList<>())
                  .add(trial.processor()));
      Map<JvmKind, Duration> usual = new EnumMap<>(JvmKind.class);
      times.forEach(
          (kind, all) -> {
            if (all.size() >= ALONE) {
              usual.put(kind, Estimates.usual(all));
            }
          });
      return usual;
    }
  }
}
