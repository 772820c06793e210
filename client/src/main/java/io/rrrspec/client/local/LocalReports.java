package io.rrrspec.client.local;

import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.report.junitxml.FailsafeSummary;
import io.rrrspec.client.report.junitxml.JUnitXmlWriter;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.BuildReports;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.TestExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the JUnit XML of a run on this machine: to the directory that the user has named, else to
 * where Surefire would write it, as build servers and IDEs look there.
 *
 * @param builds the build directories before the run: a test may delete one
 */
record LocalReports(RunRequest request, PreparedProject project, List<Path> builds) {
  LocalReports {
    builds = List.copyOf(builds);
  }

  /** To be called before the tests. */
  static LocalReports before(RunRequest request, PreparedProject project) {
    return new LocalReports(request, project, ReportDirectories.builds(project));
  }

  /**
   * Writes it, unless no reports are wanted.
   *
   * @param warn gets a line if nobody asked for the reports and they cannot be written: the verdict
   *     does not hang on them
   * @throws ServiceException if the reports that the user asked for cannot be written
   */
  void write(Taskset taskset, List<TaskRun> runs, Consumer<String> warn) {
    BuildReports names = BuildReports.of(project.project());
    Path xml = request.junitXml();
    if (xml != null) {
      new JUnitXmlWriter(xml, names).write(taskset, runs);
    } else if (request.extras().reports()) {
      writeAsSurefire(taskset, runs, names, warn);
    }
  }

  /**
   * Takes away what a goal of the build would take for the result of this run if that has none.
   *
   * @param tasks the tasks of the run
   * @param warn gets a line if that is not possible
   */
  void begin(List<TaskRequest> tasks, Consumer<String> warn) {
    if (request.junitXml() != null || !request.extras().reports()) {
      return;
    }
    List<String> failures = new ArrayList<>();
    tasks.stream()
        .flatMap(task -> summaryFile(TestId.parse(task.specFile())).stream())
        .distinct()
        .forEach(file -> attempt(() -> FailsafeSummary.begin(file), failures));
    tell(failures, warn);
  }

  private void writeAsSurefire(
      Taskset taskset, List<TaskRun> runs, BuildReports names, Consumer<String> warn) {
    Set<String> modules = runs.stream().map(run -> run.module(taskset)).collect(Collectors.toSet());
    ReportDirectories places = ReportDirectories.of(project, builds, modules, warn);
    Map<Path, List<TaskRun>> byPlace = new TreeMap<>();
    Map<Path, List<TaskRun>> bySummary = new TreeMap<>();
    for (TaskRun run : runs) {
      TestId test = taskset.runner().testId(run.task().specFile());
      Path place = places.of(test);
      if (place != null) {
        byPlace.computeIfAbsent(place, path -> new ArrayList<>()).add(run);
        summaryFile(test)
            .ifPresent(file -> bySummary.computeIfAbsent(file, p -> new ArrayList<>()).add(run));
      }
    }
    List<String> failures = new ArrayList<>();
    byPlace.forEach(
        (place, its) ->
            attempt(() -> JUnitXmlWriter.asSurefire(place, names).write(taskset, its), failures));
    bySummary.forEach(
        (file, its) -> attempt(() -> FailsafeSummary.write(file, taskset, its), failures));
    tell(failures, warn);
  }

  private static void tell(List<String> failures, Consumer<String> warn) {
    if (!failures.isEmpty()) {
      int more = failures.size() - 1;
      warn.accept(
          "warning: " + failures.get(0) + (more == 0 ? "" : "; nor those of " + more + " more"));
    }
  }

  private static void attempt(Runnable write, List<String> failures) {
    try {
      write.run();
    } catch (ServiceException e) {
      failures.add(e.getMessage());
    }
  }

  /** The file that Failsafe would sum its tests up in; empty for a test of Surefire. */
  private Optional<Path> summaryFile(TestId test) {
    String execution = BuildReports.Execution.of(test).id();
    return project.project().modules().stream()
        .filter(module -> module.dir().equals(test.module()))
        .flatMap(module -> module.executions().stream())
        .filter(one -> one.id().equals(execution))
        .map(TestExecution::integrationTests)
        .flatMap(Stream::ofNullable)
        .map(its -> Path.of(its.summaryFile()))
        .findFirst();
  }
}
