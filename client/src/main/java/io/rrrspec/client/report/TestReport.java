package io.rrrspec.client.report;

import io.rrrspec.common.model.CaseResult;
import java.util.List;

/**
 * One test as a report shows it, over all counted trials of its task.
 *
 * @param main how it counts
 * @param others the other red runs, oldest first: if {@code main} is red, repeated failures; else
 *     failures of a flaky test that in the end did not fail
 */
record TestReport(TestRun main, List<TestRun> others) {
  TestReport {
    others = List.copyOf(others);
  }

  CaseResult result() {
    return main.result();
  }

  boolean red() {
    return main.red();
  }

  boolean flaky() {
    return !main.red() && !others.isEmpty();
  }
}
