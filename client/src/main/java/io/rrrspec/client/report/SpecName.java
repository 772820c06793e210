package io.rrrspec.client.report;

import io.rrrspec.common.project.TestId;

/** Reads what a task's spec_file says about the test class. */
final class SpecName {
  private SpecName() {}

  /** The class; for a command the whole spec_file stands in its place. */
  static TestId of(String specFile, String runner) {
    return runner.equals("command") ? new TestId("", specFile, null) : TestId.parse(specFile);
  }
}
