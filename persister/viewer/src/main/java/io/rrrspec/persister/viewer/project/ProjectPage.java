package io.rrrspec.persister.viewer.project;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.FlakyTests;
import io.rrrspec.persister.record.project.LostTime;
import io.rrrspec.persister.record.project.LostTimes;
import io.rrrspec.persister.record.project.Project;
import io.rrrspec.persister.record.project.ProjectRun;
import io.rrrspec.persister.record.project.Projects;
import io.rrrspec.persister.record.project.SlowerClass;
import io.rrrspec.persister.record.project.SlowerClasses;
import io.rrrspec.persister.viewer.chart.RunStrip;
import io.rrrspec.persister.viewer.chart.TimeChart;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How a project does: its last runs, what they took, and what to do next.
 *
 * @param project with its last runs of whole classes
 * @param strip how they ended
 * @param durations how long they took
 * @param rates how many of their classes passed
 * @param lost what retries and flaky tests cost
 * @param slower the classes that became slower, those that lost most time first
 * @param flaky its flaky tests, the most frequent first
 * @param next what to do, the most urgent first; never empty
 */
public record ProjectPage(
    Project project,
    RunStrip strip,
    TimeChart durations,
    TimeChart rates,
    LostTime lost,
    List<SlowerClass> slower,
    FlakyTests.Names flaky,
    List<NextStep> next) {
  private static final int SLOWER = 10;
  private static final int FLAKY = 10;

  /**
   * As it is now.
   *
   * @param name as runs have it as their taskset_class
   * @throws io.rrrspec.common.UsageException if there is no run of it
   */
  public static ProjectPage of(Database database, String name) {
    Project project = new Projects(database).find(name);
    LostTime lost = new LostTimes(database).of(project);
    List<SlowerClass> slower = new SlowerClasses(database).of(project, SLOWER);
    long first = project.runs().stream().mapToLong(ProjectRun::number).min().orElse(0);
    FlakyTests.Names flaky = new FlakyTests(database).names(name, first, FLAKY);
    return new ProjectPage(
        project,
        strip(project.runs()),
        TimeChart.ofDurations(
            "Duration of runs", project.runs().stream().map(ProjectPage::duration).toList()),
        TimeChart.ofPercents(
            "Classes that passed",
            project.runs().stream()
                .filter(run -> run.succeeded() + run.failed() > 0)
                .map(ProjectPage::rate)
                .toList()),
        lost,
        slower,
        flaky,
        NextStep.of(project, lost, slower, flaky));
  }

  /** How many of the runs that came to their end succeeded, in words. */
  public String green() {
    long complete = project.runs().stream().filter(ProjectRun::isComplete).count();
    return DisplayText.number(strip.count("succeeded"))
        + " of "
        + DisplayText.count(complete, "run")
        + " succeeded";
  }

  static RunStrip strip(List<ProjectRun> newestFirst) {
    return RunStrip.of(
        newestFirst.stream()
            .map(run -> new RunStrip.Box(look(run), title(run), "/runs/" + run.id()))
            .toList());
  }

  private static String look(ProjectRun run) {
    return DisplayText.lower(run.status());
  }

  private static String title(ProjectRun run) {
    return DisplayText.time(run.endedAt())
        + ": "
        + look(run)
        + (run.failed() > 0 ? ", " + DisplayText.count(run.failed(), "class") + " failed" : "")
        + (run.cached() ? ", cached" : "")
        + (run.partial() ? ", only some tests" : "")
        + ", "
        + DisplayText.duration(run.duration());
  }

  private static TimeChart.Value duration(ProjectRun run) {
    Duration took = run.duration();
    return new TimeChart.Value(
        run.endedAt(),
        took == null ? null : (double) took.toMillis(),
        run.isComplete(),
        look(run),
        title(run),
        "/runs/" + run.id());
  }

  private static TimeChart.Value rate(ProjectRun run) {
    double percent = 100.0 * run.succeeded() / (run.succeeded() + run.failed());
    return new TimeChart.Value(
        run.endedAt(),
        percent,
        run.isComplete(),
        look(run),
        title(run) + ", " + String.format(Locale.ROOT, "%.1f", percent) + " % of classes passed",
        "/runs/" + run.id());
  }
}
