package io.rrrspec.experiments.estimates;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Under which name a class was known that nobody knows now: that of one that is gone. It moved to
 * another package or module if exactly one that is gone has its simple name; else it was renamed if
 * one that is gone from its own package has a name that begins and ends like its own.
 */
final class FormerNames {
  /** So much of the longer of two names must be common beginning and end, without "Test". */
  private static final double ALIKE = 0.6;

  private final Map<String, List<String>> bySimpleName = new HashMap<>();
  private final Map<String, List<String>> byPackage = new HashMap<>();

  /**
   * Looks among what is known and not among the tasks of this run.
   *
   * @param known names of tasks that the service has estimates of
   * @param tasks those of this run
   */
  FormerNames(Collection<String> known, Collection<String> tasks) {
    Set<String> present = new HashSet<>(tasks);
    for (String gone : known) {
      if (!present.contains(gone)) {
        bySimpleName.computeIfAbsent(simpleName(gone), key -> new ArrayList<>(1)).add(gone);
        byPackage.computeIfAbsent(packageOf(gone), key -> new ArrayList<>(1)).add(gone);
      }
    }
  }

  /** The former name of a task; null if none is likely. */
  @Nullable String of(String task) {
    List<String> moved = bySimpleName.getOrDefault(simpleName(task), List.of());
    if (moved.size() == 1) {
      return moved.get(0);
    }
    String best = null;
    double most = ALIKE;
    for (String gone : byPackage.getOrDefault(packageOf(task), List.of())) {
      double alike = alike(core(task), core(gone));
      // By name where all else is equal: the same input gives the same order.
      if (alike > most || (alike == most && (best == null || gone.compareTo(best) < 0))) {
        best = gone;
        most = alike;
      }
    }
    return best;
  }

  /** How much of the longer one is what both begin with and what both end with; 0 to 1. */
  private static double alike(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    int longer = Math.max(a.length(), b.length());
    int begin = 0;
    while (begin < shorter && a.charAt(begin) == b.charAt(begin)) {
      begin++;
    }
    int end = 0;
    while (end < shorter - begin
        && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) {
      end++;
    }
    return longer == 0 ? 0 : (double) (begin + end) / longer;
  }

  /** What says something: most classes of a suite end with one of these. */
  private static String core(String task) {
    return simpleName(task).replaceFirst("(Tests?|TestCase|IT)$", "");
  }

  private static String simpleName(String task) {
    return task.substring(cut(task));
  }

  private static String packageOf(String task) {
    return task.substring(0, cut(task));
  }

  private static int cut(String task) {
    return Math.max(task.lastIndexOf('.'), task.lastIndexOf(':')) + 1;
  }
}
