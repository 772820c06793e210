package io.rrrspec.common.run;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many tests of decided tasks there are, each once: as the trial that decided its task has it.
 *
 * @param passed tests that passed
 * @param skipped tests that did not run
 * @param failed tests that failed
 */
public record TestCounts(int passed, int skipped, int failed) {
  /** Before anything is decided. */
  public static final TestCounts NONE = new TestCounts(0, 0, 0);

  /**
   * Returns those of one task. One that failed outside of its tests counts as a failed test, as in
   * reports.
   *
   * @param trials all of its trials, oldest first; their counts are enough
   */
  public static TestCounts of(TaskStatus status, List<Trial> trials) {
    Trial deciding = deciding(status, trials);
    if (deciding == null) {
      return NONE;
    }
    int least = deciding.verdict() == TrialVerdict.BAD ? 1 : 0;
    return new TestCounts(
        deciding.passed(), deciding.pending(), Math.max(least, deciding.failed()));
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
    return new TestCounts(passed + other.passed, skipped + other.skipped, failed + other.failed);
  }
}
