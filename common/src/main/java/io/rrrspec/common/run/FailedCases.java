package io.rrrspec.common.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Picks the tests, and classes as a whole, that failed in a trial that counts. */
public final class FailedCases {
  private FailedCases() {}

  /**
   * One failed test.
   *
   * @param trialNo which trial of the list it failed in, from 0
   * @param caseNo which test of that trial it is, from 0
   * @param result the test
   * @param cause what it has in common with others, see {@link FailureCause}
   * @param flaky whether the same test passed in a later trial of the list that counts, or its task
   *     was good in the end: then what failed for its class or its JVM was overcome, too
   */
  public record FailedCase(
      int trialNo, int caseNo, CaseResult result, String cause, boolean flaky) {
    FailedCase(int trialNo, int caseNo, CaseResult result, boolean flaky) {
      this(trialNo, caseNo, result, FailureCause.of(result), flaky);
    }
  }

  /**
   * Returns the failed tests of a task, trial by trial.
   *
   * @param trials all of its trials, each once, with their tests; those that are lost, superseded
   *     or open count nowhere
   */
  public static List<FailedCase> of(List<Trial> trials) {
    List<Trial> counted = trials.stream().filter(FailedCases::counts).toList();
    List<CaseOutcomes> outcomes = counted.size() < 2 ? List.of() : outcomes(counted);
    boolean good = counted.stream().anyMatch(FailedCases::isGood);
    List<FailedCase> failed = new ArrayList<>();
    int nextCounted = 0;
    for (int t = 0; t < trials.size(); t++) {
      if (!counts(trials.get(t))) {
        continue;
      }
      List<CaseResult> cases = TimedOutTests.of(trials.get(t));
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

  /**
   * Returns the failed tests of a task, and for each trial whose reason none of them says one that
   * stands for the class: its name is empty, and its number is behind those of the tests.
   *
   * @param task the task
   * @param trials as above
   */
  public static List<FailedCase> of(Task task, List<Trial> trials) {
    List<FailedCase> failed = new ArrayList<>(of(trials));
    boolean good = trials.stream().anyMatch(FailedCases::isGood);
    for (int t = 0; t < trials.size(); t++) {
      if (WholeFailure.isMissing(trials.get(t), TimedOutTests.of(trials.get(t)))) {
        failed.add(whole(task, t, trials.get(t), good));
      }
    }
    if (failed.isEmpty() && task.status() == TaskStatus.FAILED && !trials.isEmpty()) {
      // All of its trials were lost with their hosts.
      int last = trials.size() - 1;
      failed.add(whole(task, last, trials.get(last), false));
    }
    failed.sort(Comparator.comparingInt(FailedCase::trialNo));
    return failed;
  }

  /**
   * Returns the tests of a task that failed in trials that count, and whose failures are muted.
   *
   * @param trials as above
   */
  public static List<FailedCase> muted(List<Trial> trials) {
    List<FailedCase> muted = new ArrayList<>();
    for (int t = 0; t < trials.size(); t++) {
      List<CaseResult> cases = counts(trials.get(t)) ? trials.get(t).cases() : List.of();
      for (int c = 0; c < cases.size(); c++) {
        if (cases.get(c).outcome() == Outcome.MUTED) {
          muted.add(new FailedCase(t, c, cases.get(c), false));
        }
      }
    }
    return muted;
  }

  private static FailedCase whole(Task task, int trialNo, Trial trial, boolean good) {
    return new FailedCase(
        trialNo, trial.cases().size(), WholeFailure.of(task.specFile(), trial), good);
  }

  private static boolean isGood(Trial trial) {
    return counts(trial) && trial.verdict() != TrialVerdict.BAD;
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
