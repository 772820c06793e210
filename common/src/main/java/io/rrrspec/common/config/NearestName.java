package io.rrrspec.common.config;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds what somebody who mistyped a name most likely meant. */
public final class NearestName {
  /** Of longer names only so many characters are compared: the time grows with their product. */
  private static final int MOST_COMPARED = 1000;

  private NearestName() {}

  /**
   * The candidate with the fewest edits to get from {@code wrong} to it.
   *
   * @return null if none is close enough to be what was meant (a third of its letters, at least 2)
   */
  public static @Nullable String to(String wrong, Collection<String> candidates) {
    String best =
        closest(
            wrong,
            candidates.stream()
                .filter(one -> Math.abs(one.length() - wrong.length()) <= mostEdits(one))
                .toList());
    if (best == null) {
      return null;
    }
    int distance = distance(fold(wrong), fold(best));
    // Of a name of two letters nothing is left after two changes.
    boolean alike = distance < Math.min(wrong.length(), best.length());
    return distance == 0 || alike && distance <= mostEdits(best) ? best : null;
  }

  private static int mostEdits(String candidate) {
    return Math.max(2, candidate.length() / 3);
  }

  /** As {@link #to}, however far away: null only if there are no candidates. */
  public static @Nullable String closest(String wrong, Collection<String> candidates) {
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int distance = distance(fold(wrong), fold(candidate));
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  /** How a message ends: {@code : did you mean 'x'?}, or the given text if nothing is near. */
  public static String hint(String wrong, Collection<String> candidates, String otherwise) {
    String near = to(wrong, candidates);
    return near == null ? otherwise : ": did you mean '" + near + "'?";
  }

  /** Insertions, deletions, replacements and swaps of neighbours, each counted as one. */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + (same ? 0 : 1));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] reused = beforeLast;
      beforeLast = last;
      last = row;
      row = reused;
    }
    return last[b.length()];
  }

  private static String fold(String name) {
    return name.substring(0, Math.min(name.length(), MOST_COMPARED))
        .toLowerCase(Locale.ROOT)
        .replace('-', '_');
  }
}
