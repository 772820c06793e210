package io.rrrspec.client.report.result;

import io.rrrspec.common.model.CaseResult;
import java.util.List;

/**
 * One test as a report shows it, over all counted trials of its task.
 *
 * @param main how it counts
 * @param others the other red runs, oldest first: if {@code main} is red, repeated failures; else
 *     failures of a flaky test that in the end did not fail
 */
public record TestReport(TestRun main, List<TestRun> others) {
  public TestReport {
    others = List.copyOf(others);
  }

  /** The outcome that decides. */
  public CaseResult result() {
    return main.result();
  }

  /** Whether it failed in the end. */
  public boolean red() {
    return main.red();
  }

  /** Whether it failed, and passed in the end. */
  public boolean flaky() {
    return result().outcome() == CaseResult.Outcome.PASSED && !others.isEmpty();
  }
}
