package io.rrrspec.client.report.result;

import io.rrrspec.common.model.CaseResult.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * One class or nested class with its own tests under one execution: one file of XML.
 *
 * @param module the directory of its module; empty without modules
 * @param className its name
 * @param execution the id of the execution; empty for the default one
 * @param time what it took, nested classes included
 * @param tests its own tests; none for a class that only encloses others
 */
public record SuiteReport(
    String module, String className, String execution, Duration time, List<TestReport> tests) {
  public SuiteReport {
    tests = List.copyOf(tests);
  }

  /** How many of its tests count as skipped: those that failed and are muted, too. */
  public int skipped() {
    return count(Outcome.SKIPPED) + count(Outcome.MUTED);
  }

  /** How many of its tests ended so. */
  public int count(Outcome outcome) {
    return (int) tests.stream().filter(test -> test.result().outcome() == outcome).count();
  }
}
