package io.rrrspec.common.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * The tests of a trial that ran out of time. The test that was interrupted fails with whatever it
 * makes of that; of the red tests it is the one that took longest, and says instead that its time
 * was over.
 */
public final class TimedOutTests {
  private TimedOutTests() {}

  /**
   * Returns the tests of a trial in their order; of one that did not run out of time as they are.
   */
  public static List<CaseResult> of(Trial trial) {
    return of(trial, trial.cases());
  }

  /**
   * The same with other tests.
   *
   * @param cases what stands for the tests of the trial
   */
  public static List<CaseResult> of(Trial trial, List<CaseResult> cases) {
    String reason = trial.reason();
    if (trial.status() != TrialStatus.TIMEOUT
        || reason == null
        || cases.stream().anyMatch(test -> reason.equals(test.message()))) {
      return cases;
    }
    int longest = longest(cases);
    if (longest < 0) {
      return cases;
    }
    CaseResult red = cases.get(longest);
    List<CaseResult> told = new ArrayList<>(cases);
    told.set(
        longest,
        new CaseResult(
            red.className(), red.name(), red.outcome(), red.millis(), reason, null, red.trace()));
    return told;
  }

  /** The number of the red test that took longest; -1 if none is red. */
  private static int longest(List<CaseResult> cases) {
    int longest = -1;
    for (int i = 0; i < cases.size(); i++) {
      CaseResult test = cases.get(i);
      boolean red = test.outcome() == Outcome.FAILED || test.outcome() == Outcome.ERROR;
      if (red && (longest < 0 || test.millis() > cases.get(longest).millis())) {
        longest = i;
      }
    }
    return longest;
  }
}
