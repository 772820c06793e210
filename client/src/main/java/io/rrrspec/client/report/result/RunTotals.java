package io.rrrspec.client.report.result;

/** Sums of a run, of which no more than a part is in memory at a time. */
public final class RunTotals {
  public int tasks;
  public int decided;
  public int failedTasks;
  public int tests;
  public int passed;
  public int failures;
  public int errors;
  public int skipped;
  public int flaky;
  public int withoutTests;

  /** Adds a part. */
  public void add(RunSummary part) {
    tasks += part.tasks();
    decided += part.decided();
    failedTasks += part.failedTasks();
    tests += part.tests();
    passed += part.passed();
    failures += part.failures();
    errors += part.errors();
    skipped += part.skipped();
    flaky += part.flaky().size();
    withoutTests += part.withoutTests().size();
  }
}
