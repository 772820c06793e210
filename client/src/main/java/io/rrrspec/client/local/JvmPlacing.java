package io.rrrspec.client.local;

import static io.rrrspec.common.model.JvmKind.AS_IS;

import io.rrrspec.common.model.JvmKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which measured classes go to which kind of JVM, so that the run takes the least processor time:
 * that of the classes, and one start of a JVM for each kind.
 *
 * @param kinds by spec_file; without those that are as is
 * @param saved the processor time that they take less than as is, without starts; zero if they take
 *     more, to save a start
 */
record JvmPlacing(Map<String, JvmKind> kinds, Duration saved) {
  /** The processor time of a start: each kind of JVM costs one. */
  static final Duration START = Duration.ofMillis(1_500);

  private static final JvmPlacing NONE = new JvmPlacing(Map.of(), Duration.ZERO);

  JvmPlacing {
    kinds = Map.copyOf(kinds);
  }

  /**
   * Places.
   *
   * @param groups what is placed
   * @param used the kinds that other classes of the run are in; their JVMs start in any case
   */
  static JvmPlacing of(List<JvmGroup> groups, Set<JvmKind> used) {
    Set<JvmKind> best = null;
    Duration least = null;
    for (Set<JvmKind> set : setsWith(used)) {
      Duration cost = cost(groups, set);
      if (cost != null && (least == null || cost.compareTo(least) < 0)) {
        best = set;
        least = cost;
      }
    }
    return best == null ? NONE : placed(groups, best);
  }

  /**
   * All sets of kinds with these. Those of fewest kinds come first, and as is before others, so
   * that nothing is done that brings nothing.
   */
  private static List<Set<JvmKind>> setsWith(Set<JvmKind> used) {
    JvmKind[] all = JvmKind.values();
    List<Set<JvmKind>> sets = new ArrayList<>();
    for (int bits = 1; bits < 1 << all.length; bits++) {
      Set<JvmKind> set = EnumSet.noneOf(JvmKind.class);
      for (JvmKind kind : all) {
        if ((bits >> kind.ordinal() & 1) == 1) {
          set.add(kind);
        }
      }
      if (set.containsAll(used)) {
        sets.add(set);
      }
    }
    sets.sort(Comparator.comparing(Set::size));
    return sets;
  }

  /** Null if some group can be in none of these kinds. */
  private static @Nullable Duration cost(List<JvmGroup> groups, Set<JvmKind> set) {
    Duration cost = START.multipliedBy(set.size());
    for (JvmGroup group : groups) {
      JvmKind kind = best(group, set);
      if (kind == null) {
        return null;
      }
      cost = cost.plus(group.cost(kind));
    }
    return cost;
  }

  /** Of equal kinds the one that the group has. */
  private static @Nullable JvmKind best(JvmGroup group, Set<JvmKind> set) {
    return set.stream()
        .filter(group.kinds()::contains)
        .min(
            Comparator.comparing(group::cost)
                .thenComparing(kind -> kind != group.present())
                .thenComparing(Comparator.naturalOrder()))
        .orElse(null);
  }

  private static JvmPlacing placed(List<JvmGroup> groups, Set<JvmKind> set) {
    Map<String, JvmKind> kinds = new HashMap<>();
    Duration saved = Duration.ZERO;
    for (JvmGroup group : groups) {
      JvmKind kind = best(group, set);
      if (kind != null && kind != AS_IS) {
        group.classes().forEach(spec -> kinds.put(spec, kind));
        saved = saved.plus(group.time(AS_IS)).minus(group.time(kind));
      }
    }
    return new JvmPlacing(kinds, saved.isNegative() ? Duration.ZERO : saved);
  }
}
