package io.rrrspec.client.report.result;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;

/**
 * One test in one trial.
 *
 * @param result how it went
 * @param stdout what the trial wrote to standard output, at the one test of the trial that carries
 *     it; else empty
 * @param stderr the same for standard error
 */
public record TestRun(CaseResult result, String stdout, String stderr) {
  TestRun(CaseResult result) {
    this(result, "", "");
  }

  /** Whether it failed. */
  boolean red() {
    return result.outcome() == Outcome.FAILED || result.outcome() == Outcome.ERROR;
  }

  /** Whether it stands for the class, not for one of its tests. */
  boolean ofClass() {
    return result.name().isEmpty();
  }
}
