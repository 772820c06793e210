package io.rrrspec.common.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands for a class that failed outside of its tests: its JVM ended, its time was over, it
 * did not load, or its host was lost.
 */
public final class WholeFailure {
  private WholeFailure() {}

  /**
   * Whether a trial failed once more than its tests did: it is bad, and none of its red tests says
   * what its reason says. All that counts or lists failures asks this, so that they agree: tables,
   * JUnit XML, JSON and pages.
   *
   * @param told its tests as {@link TimedOutTests} returns them
   */
  public static boolean isMissing(Trial trial, List<CaseResult> told) {
    return trial.verdict() == TrialVerdict.BAD
        && told.stream().noneMatch(test -> isRed(test) && tells(test, trial.reason()));
  }

  private static boolean isRed(CaseResult test) {
    return test.outcome() == Outcome.FAILED || test.outcome() == Outcome.ERROR;
  }

  /** Whether a red test says already what the trial's reason says, so that it counts once. */
  private static boolean tells(CaseResult red, @Nullable String reason) {
    if (reason == null || reason.equals(red.message())) {
      return true;
    }
    // What fails around tests, such as a factory of them, has a case, and is the reason as well.
    String ofClass = red.className() + ": ";
    return red.name().isEmpty() && reason.startsWith(ofClass)
        || red.type() != null && reason.startsWith(ofClass + red.type());
  }

  /** The failure of a trial that no test of it tells; its name is empty. */
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
