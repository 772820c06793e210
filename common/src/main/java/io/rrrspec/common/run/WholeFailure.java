package io.rrrspec.common.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;

/**
 * What stands for a class that failed outside of its tests: its JVM ended, its time was over, it
 * did not load, or its host was lost.
 */
public final class WholeFailure {
  private WholeFailure() {}

  /** The failure of a trial in which no test failed; its name is empty. */
  static CaseResult of(String specFile, Trial trial) {
    return new CaseResult(
        className(specFile),
        "",
        Outcome.ERROR,
        Math.max(0, trial.duration().toMillis()),
        why(trial),
        null,
        null);
  }

  /** A command line is no name of a class: all of it is kept. */
  private static String className(String specFile) {
    return specFile.strip().indexOf(' ') < 0 ? TestId.parse(specFile).className() : specFile;
  }

  /** The reason of a bad trial that no test of it explains; never empty. */
  public static String why(Trial trial) {
    String reason = trial.reason();
    if (reason != null && !reason.isBlank()) {
      return reason;
    }
    if (trial.status() == TrialStatus.TIMEOUT) {
      return "ran longer than its time-out";
    }
    if (trial.failed() > 0) {
      return trial.failed() + " of its tests failed; its slave did not say which";
    }
    return trial.status() == TrialStatus.FAILED
        ? "failed; its slave did not say why"
        : "ended with an error outside of its tests; its slave did not say which";
  }
}
