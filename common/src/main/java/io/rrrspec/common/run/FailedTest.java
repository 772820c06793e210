package io.rrrspec.common.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.run.FailedCases.FailedCase;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A test that failed in a trial of a run. The whole of it is in {@link StoredRun#trial}.
 *
 * @param taskNo the number of its task, from 1
 * @param trialNo the number of its trial in the task, from 0
 * @param caseNo its number in the trial, from 0
 * @param specFile its task
 * @param className its class as reports name it
 * @param name its name as reports have it
 * @param outcome failed, or error
 * @param duration how long it took
 * @param message the beginning of its message, {@link #MAX_MESSAGE} characters at most, or null
 * @param cause what it has in common with others, see {@link FailureCause}
 * @param flaky whether it passed in a later trial of this task, or that was good in the end
 */
public record FailedTest(
    int taskNo,
    int trialNo,
    int caseNo,
    String specFile,
    String className,
    String name,
    Outcome outcome,
    Duration duration,
    @Nullable String message,
    String cause,
    boolean flaky) {
  /** So many characters of a message are in lists, which may have thousands of them. */
  public static final int MAX_MESSAGE = 300;

  public FailedTest {
    message = beginning(message);
  }

  /**
   * Returns the tests of a task that failed in trials that count, trial by trial.
   *
   * @param task with its trials as a whole
   */
  public static List<FailedTest> of(RunTask task) {
    return FailedCases.of(task.task(), task.trials()).stream()
        .map(failed -> of(task, failed))
        .toList();
  }

  private static FailedTest of(RunTask task, FailedCase failed) {
    CaseResult result = failed.result();
    return new FailedTest(
        task.no(),
        task.trialNo(task.trials().get(failed.trialNo())),
        failed.caseNo(),
        task.specFile(),
        result.className(),
        result.name(),
        result.outcome(),
        Duration.ofMillis(result.millis()),
        result.message(),
        failed.cause(),
        failed.flaky());
  }

  private static @Nullable String beginning(@Nullable String message) {
    if (message == null || message.length() <= MAX_MESSAGE) {
      return message;
    }
    int end = MAX_MESSAGE - 1;
    return message.substring(0, Character.isHighSurrogate(message.charAt(end - 1)) ? end - 1 : end)
        + '…';
  }
}
