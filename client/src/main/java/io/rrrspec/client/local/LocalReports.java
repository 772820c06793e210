package io.rrrspec.client.local;

import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.report.junitxml.JUnitXmlWriter;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.worker.build.state.Freshness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
    Map<String, String> suffixes = PreparedProject.reportNameSuffixes(request.project());
    Path xml = request.junitXml();
    if (xml != null) {
      new JUnitXmlWriter(xml, suffixes).write(taskset, runs);
      return;
    }
    Optional<Path> place = request.extras().reports() ? place(warn) : Optional.empty();
    if (place.isPresent()) {
      try {
        JUnitXmlWriter.asSurefire(place.get(), suffixes).write(taskset, runs);
      } catch (ServiceException e) {
        warn.accept("warning: " + e.getMessage());
      }
    }
  }

  private Optional<Path> place(Consumer<String> warn) {
    Optional<Path> reports = project.surefireReports();
    if (reports.isEmpty()) {
      return reports;
    }
    try {
      Path dir = project.dir().toRealPath();
      List<Path> builds = new Freshness(dir, InstantSource.system()).buildDirectories();
      boolean amongSources =
          reports.get().startsWith(dir) && builds.stream().noneMatch(reports.get()::startsWith);
      if (amongSources) {
        warn.accept(
            "warning: no reports are written: "
                + dir.relativize(reports.get())
                + ", Surefire's reportsDirectory, is a part of the sources, so every run would"
                + " change them; --junit-xml DIR names another place");
        return Optional.empty();
      }
      return reports;
    } catch (IOException e) {
      warn.accept("warning: no reports are written: " + e.getMessage());
      return Optional.empty();
    }
  }
}
