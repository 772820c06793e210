package io.rrrspec.persister.record;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import java.util.function.Function;
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
   * Those of one task.
   *
   * @param trials all of its trials, oldest first
   */
  public static TestCounts ofLines(TaskStatus status, List<TrialLine> trials) {
    TrialLine deciding = deciding(status, trials, TrialLine::verdict);
    return deciding == null
        ? NONE
        : new TestCounts(deciding.passed(), deciding.pending(), deciding.failed());
  }

  /** The same of trials as Redis has them. */
  static TestCounts ofTrials(TaskStatus status, List<Trial> trials) {
    Trial deciding = deciding(status, trials, Trial::verdict);
    return deciding == null
        ? NONE
        : new TestCounts(deciding.passed(), deciding.pending(), deciding.failed());
  }

  /** Of a task that failed the last bad trial; else the first good one, whatever came after it. */
  private static <T> @Nullable T deciding(
      TaskStatus status, List<T> trials, Function<T, @Nullable TrialVerdict> verdict) {
    T last = null;
    for (T trial : trials) {
      TrialVerdict judged = verdict.apply(trial);
      if (status == TaskStatus.FAILED && judged == TrialVerdict.BAD) {
        last = trial;
      } else if (status.isFinal()
          && (judged == TrialVerdict.PASSED || judged == TrialVerdict.PENDING)) {
        return trial;
      }
    }
    return last;
  }

  /** Both together. */
  public TestCounts plus(TestCounts other) {
    return new TestCounts(passed + other.passed, skipped + other.skipped, failed + other.failed);
  }
}
