package io.rrrspec.common.run;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Tells in which part of its class a test ran. The trial that good parts have made together has
 * their tests one part after the other, and each part has counted its own.
 */
public final class PartsOfTests {
  private PartsOfTests() {}

  /**
   * Returns in which trial of a part each test of a trial of a class ran.
   *
   * @param ofClass the trial of the class, with its tests
   * @param parts the trials of its parts, part by part
   * @return as many as the trial has tests, in their order; none if the class ran whole in that
   *     trial, or the counts do not fit
   */
  public static List<PartTrial> of(Trial ofClass, List<PartTrial> parts) {
    int tests = ofClass.cases().size();
    for (PartTrial part : parts) {
      if (part.hasNameOf(ofClass)) {
        return ofClass.verdict() == TrialVerdict.BAD
            ? Collections.nCopies(tests, part)
            : ofAll(parts, tests);
      }
    }
    return List.of();
  }

  private static List<PartTrial> ofAll(List<PartTrial> parts, int tests) {
    List<PartTrial> found = new ArrayList<>(tests);
    for (PartTrial part : parts) {
      Trial trial = part.trial();
      if (trial.verdict() == TrialVerdict.PASSED || trial.verdict() == TrialVerdict.PENDING) {
        long own = Math.max(0, (long) trial.passed() + trial.pending());
        if (found.size() + own > tests) {
          return List.of();
        }
        found.addAll(Collections.nCopies((int) own, part));
      }
    }
    return found.size() == tests ? found : List.of();
  }
}
