package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.TestHistories;
import io.rrrspec.persister.record.history.TestResult;
import io.rrrspec.persister.viewer.chart.RunStrip;
import io.rrrspec.persister.viewer.chart.TimeChart;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * How a single test fared in past runs.
 *
 * @param tasksetClass the name under which its runs are kept
 * @param specFile its task
 * @param className its class as reports name it
 * @param name its name as reports have it
 * @param runs its trials, newest run first
 * @param strip how its trials ended
 * @param chart how long they took
 */
public record TestPage(
    String tasksetClass,
    String specFile,
    String className,
    String name,
    List<TestResult> runs,
    RunStrip strip,
    TimeChart chart) {
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
        RunStrip.of(runs.stream().map(TestPage::box).toList()),
        TimeChart.ofDurations(
            "Duration",
            runs.stream().filter(run -> run.endedAt() != null).map(TestPage::value).toList()));
  }

  private static RunStrip.Box box(TestResult run) {
    return new RunStrip.Box(look(run), title(run), href(run));
  }

  private static TimeChart.Value value(TestResult run) {
    return new TimeChart.Value(
        Objects.requireNonNullElse(run.endedAt(), Instant.EPOCH),
        (double) run.duration().toMillis(),
        run.outcome() == Outcome.PASSED,
        look(run),
        title(run),
        href(run));
  }

  private static String look(TestResult run) {
    return DisplayText.lower(run.outcome());
  }

  private static String title(TestResult run) {
    return DisplayText.time(run.endedAt())
        + ": "
        + DisplayText.verdict(look(run))
        + ", "
        + DisplayText.duration(run.duration());
  }

  private static String href(TestResult run) {
    return "/runs/" + run.key().substring(run.key().lastIndexOf(':') + 1);
  }
}
