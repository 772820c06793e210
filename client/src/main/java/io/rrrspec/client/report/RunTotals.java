package io.rrrspec.client.report;

import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.common.run.ModuleSum;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums of a run, of which no more than a part is in memory at a time. */
final class RunTotals {
  int tasks;
  int decided;
  int failedTasks;
  int tests;
  int passed;
  int failures;
  int errors;
  int skipped;
  int flaky;
  int muted;
  int orderDependent;
  int withoutTests;
  int notRun;
  private final Map<String, ModuleSum> modules = new HashMap<>();

  /** Adds a part. */
  void add(RunSummary part) {
    tasks += part.tasks();
    decided += part.decided();
    failedTasks += part.failedTasks();
    tests += part.tests();
    passed += part.passed();
    failures += part.failures();
    errors += part.errors();
    skipped += part.skipped();
    flaky += part.flaky().size();
    muted += part.muted().size();
    orderDependent += part.orderDependent().size();
    notRun += part.notRun();
    withoutTests += part.withoutTests().size();
    part.modules().forEach(sum -> modules.merge(sum.module(), sum, ModuleSum::plus));
  }

  /** The sum for each module that has a task, as {@link ModuleSum#sorted} returns them. */
  List<ModuleSum> modules() {
    return ModuleSum.sorted(modules.values());
  }
}
