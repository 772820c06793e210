package io.rrrspec.persister.db;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Picks the tests that get a row of their own: those that failed in a trial that counts. */
final class FailedCases {
  private FailedCases() {}

  /**
   * One failed test.
   *
   * @param trialNo which trial of the list it failed in, from 0
   * @param caseNo which test of that trial it is, from 0
   * @param result the test
   * @param flaky whether the same test passed in another trial of the list that counts
   */
  record FailedCase(int trialNo, int caseNo, CaseResult result, boolean flaky) {}

  /**
   * The failed tests of a task.
   *
   * @param trials all of its trials; those that are lost, superseded or open count nowhere
   */
  static List<FailedCase> of(List<Trial> trials) {
    Set<Test> passed = new HashSet<>();
    if (trials.size() > 1) {
      for (Trial trial : trials) {
        if (counts(trial)) {
          trial.cases().stream()
              .filter(c -> c.outcome() == Outcome.PASSED)
              .forEach(c -> passed.add(Test.of(c)));
        }
      }
    }
    List<FailedCase> failed = new ArrayList<>();
    for (int t = 0; t < trials.size(); t++) {
      List<CaseResult> cases = counts(trials.get(t)) ? trials.get(t).cases() : List.of();
      for (int c = 0; c < cases.size(); c++) {
        CaseResult result = cases.get(c);
        if (result.outcome() == Outcome.FAILED || result.outcome() == Outcome.ERROR) {
          failed.add(new FailedCase(t, c, result, passed.contains(Test.of(result))));
        }
      }
    }
    return failed;
  }

  private static boolean counts(Trial trial) {
    TrialVerdict verdict = trial.verdict();
    return verdict == TrialVerdict.PASSED
        || verdict == TrialVerdict.PENDING
        || verdict == TrialVerdict.BAD;
  }

  private record Test(String className, String name) {
    static Test of(CaseResult result) {
      return new Test(result.className(), result.name());
    }
  }
}
