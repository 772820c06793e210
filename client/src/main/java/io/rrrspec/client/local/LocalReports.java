package io.rrrspec.client.local;

import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.report.junitxml.JUnitXmlWriter;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.BuildReports;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes the JUnit XML of a run on this machine: to the directory that the user has named, else to
 * where Surefire would write it, as build servers and IDEs look there.
 */
record LocalReports(RunRequest request, PreparedProject project) {

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

  private void writeAsSurefire(
      Taskset taskset, List<TaskRun> runs, BuildReports names, Consumer<String> warn) {
    Map<String, List<TaskRun>> byModule =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> run.module(taskset), TreeMap::new, Collectors.toList()));
    ReportDirectories places = ReportDirectories.of(project, byModule.keySet(), warn);
    List<String> failures = new ArrayList<>();
    byModule.forEach(
        (module, its) -> {
          Path place = places.byModule().get(module);
          if (place == null) {
            return;
          }
          try {
            JUnitXmlWriter.asSurefire(place, names).write(taskset, its);
          } catch (ServiceException e) {
            failures.add(e.getMessage());
          }
        });
    if (!failures.isEmpty()) {
      int more = failures.size() - 1;
      warn.accept(
          "warning: " + failures.get(0) + (more == 0 ? "" : "; nor those of " + more + " more"));
    }
  }
}
