package io.rrrspec.common.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.util.ArrayList;
import java.util.List;

/** Picks the tests that failed in a trial that counts. */
public final class FailedCases {
  private FailedCases() {}

  /**
   * One failed test.
   *
   * @param trialNo which trial of the list it failed in, from 0
   * @param caseNo which test of that trial it is, from 0
   * @param result the test
   * @param flaky whether the same test passed in a later trial of the list that counts, or its task
   *     was good in the end: then what failed for its class or its JVM was overcome, too
   */
  public record FailedCase(int trialNo, int caseNo, CaseResult result, boolean flaky) {}

  /**
   * Returns the failed tests of a task, trial by trial.
   *
   * @param trials all of its trials, each once, with their tests; those that are lost, superseded
   *     or open count nowhere
   */
  public static List<FailedCase> of(List<Trial> trials) {
    List<Trial> counted = trials.stream().filter(FailedCases::counts).toList();
    List<CaseOutcomes> outcomes = counted.size() < 2 ? List.of() : outcomes(counted);
    boolean good = counted.stream().anyMatch(trial -> trial.verdict() != TrialVerdict.BAD);
    List<FailedCase> failed = new ArrayList<>();
    int nextCounted = 0;
    for (int t = 0; t < trials.size(); t++) {
      if (!counts(trials.get(t))) {
        continue;
      }
      List<CaseResult> cases = trials.get(t).cases();
      for (int c = 0; c < cases.size(); c++) {
        CaseResult result = cases.get(c);
        if (result.outcome() == Outcome.FAILED || result.outcome() == Outcome.ERROR) {
          boolean flaky =
              good
                  || (!outcomes.isEmpty()
                      && isFlaky(
                          CaseOutcomes.Test.of(result),
                          outcomes.get(nextCounted),
                          outcomes.subList(nextCounted + 1, outcomes.size())));
          failed.add(new FailedCase(t, c, result, flaky));
        }
      }
      nextCounted++;
    }
    return failed;
  }

  private static List<CaseOutcomes> outcomes(List<Trial> trials) {
    return trials.stream().map(t -> new CaseOutcomes(t.status(), t.cases())).toList();
  }

  private static boolean isFlaky(
      CaseOutcomes.Test test, CaseOutcomes failing, List<CaseOutcomes> later) {
    return failing.provesFailed(test)
        && later.stream().anyMatch(outcomes -> outcomes.provesPassed(test, failing));
  }

  private static boolean counts(Trial trial) {
    TrialVerdict verdict = trial.verdict();
    return verdict == TrialVerdict.PASSED
        || verdict == TrialVerdict.PENDING
        || verdict == TrialVerdict.BAD;
  }
}
