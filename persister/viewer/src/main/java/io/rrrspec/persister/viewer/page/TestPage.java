package io.rrrspec.persister.viewer.page;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.TestHistories;
import io.rrrspec.persister.record.history.TestResult;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.List;

/**
 * How a single test fared in past runs.
 *
 * @param tasksetClass the name under which its runs are kept
 * @param specFile its task
 * @param className its class as reports name it
 * @param name its name as reports have it
 * @param runs its trials, newest run first
 * @param chart its durations
 */
public record TestPage(
    String tasksetClass,
    String specFile,
    String className,
    String name,
    List<TestResult> runs,
    Chart chart) {
  private static final int RUNS = 60;

  /** Of one test. */
  public static TestPage of(
      Database database, String tasksetClass, String specFile, String className, String name) {
    List<TestResult> runs =
        new TestHistories(database).find(tasksetClass, specFile, className, name, RUNS);
    return new TestPage(
        tasksetClass,
        specFile,
        className,
        name,
        runs,
        Chart.of(runs.stream().map(TestPage::point).toList()));
  }

  private static Chart.Point point(TestResult run) {
    return new Chart.Point(
        run.duration(),
        DisplayText.lower(run.outcome()),
        DisplayText.time(run.endedAt())
            + ": "
            + DisplayText.lower(run.outcome())
            + ", "
            + DisplayText.duration(run.duration()),
        "/runs/" + run.key().substring(run.key().lastIndexOf(':') + 1));
  }
}
