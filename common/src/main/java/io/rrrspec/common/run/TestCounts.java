package io.rrrspec.common.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many tests of decided tasks there are, each once: as the trial that decided its task has it.
 *
 * @param passed tests that passed
 * @param skipped tests that did not run, or failed and are muted
 * @param failed tests that failed, and classes that failed outside of their tests
 * @param muted those of the skipped ones that failed and are muted
 */
public record TestCounts(int passed, int skipped, int failed, int muted) {
  /** Before anything is decided. */
  public static final TestCounts NONE = new TestCounts(0, 0, 0, 0);

  /**
   * Returns those of one task. One that failed outside of its tests counts as a failed test, as in
   * reports.
   *
   * @param trials all of its trials, oldest first, with their tests
   */
  public static TestCounts of(TaskStatus status, List<Trial> trials) {
    Trial deciding = deciding(status, trials);
    if (deciding == null) {
      return NONE;
    }
    int least = deciding.verdict() == TrialVerdict.BAD ? 1 : 0;
    List<CaseResult> told = TimedOutTests.of(deciding);
    // A foreign implementation does not say which of its tests failed.
    boolean more = !told.isEmpty() && WholeFailure.isMissing(deciding, told);
    return new TestCounts(
        deciding.passed(),
        deciding.pending(),
        Math.max(least, deciding.failed() + (more ? 1 : 0)),
        (int) told.stream().filter(test -> test.outcome() == Outcome.MUTED).count());
  }

  /**
   * Whether the tests of a task's trials have to be read to count them: their sums do not tell
   * whether its class failed beside some of them, nor how many are muted.
   *
   * @param trials all of its trials, oldest first; their sums are enough
   * @param mutes whether the run mutes any tests
   */
  static boolean needTests(TaskStatus status, List<Trial> trials, boolean mutes) {
    Trial deciding = deciding(status, trials);
    return deciding != null
        && (mutes && deciding.pending() > 0
            || deciding.verdict() == TrialVerdict.BAD
                && deciding.failed() > 0
                && deciding.reason() != null);
  }

  /** How many did not run. */
  public int leftOut() {
    return skipped - muted;
  }

  /** The same where so many of the skipped ones failed and are muted. */
  public TestCounts withMuted(int number) {
    return new TestCounts(passed, skipped, failed, Math.min(number, skipped));
  }

  /** Of a task that failed the last bad trial; else the first good one, whatever came after it. */
  private static @Nullable Trial deciding(TaskStatus status, List<Trial> trials) {
    Trial last = null;
    for (Trial trial : trials) {
      TrialVerdict judged = trial.verdict();
      if (status == TaskStatus.FAILED && judged == TrialVerdict.BAD) {
        last = trial;
      } else if (status.isFinal()
          && (judged == TrialVerdict.PASSED || judged == TrialVerdict.PENDING)) {
        return trial;
      }
    }
    return last;
  }

  /** Returns both together. */
  public TestCounts plus(TestCounts other) {
    return new TestCounts(
        passed + other.passed, skipped + other.skipped, failed + other.failed, muted + other.muted);
  }
}
