package io.rrrspec.client.local;

import io.rrrspec.client.source.BuildReports;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.IntegrationTests;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.worker.build.state.Freshness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where Surefire and Failsafe would write the reports of some modules.
 *
 * @param byModule absolute paths by the module's directory; a module whose reports nobody wants, or
 *     would become a part of the sources, is not there
 * @param byExecution the same for executions that have another place than their module: those of
 *     Failsafe
 */
record ReportDirectories(
    Map<String, Path> byModule, Map<BuildReports.Execution, Optional<Path>> byExecution) {
  ReportDirectories {
    byModule = Map.copyOf(byModule);
    byExecution = Map.copyOf(byExecution);
  }

  /** Where the reports of a test go; null if nowhere. */
  @Nullable Path of(TestId test) {
    Optional<Path> own = byExecution.get(BuildReports.Execution.of(test));
    return own == null ? byModule.get(test.module()) : own.orElse(null);
  }

  /**
   * Finds them.
   *
   * @param before the build directories before the run
   * @param modules the directories of the modules that have something to report
   * @param warn gets a line if there are reports that cannot be written
   */
  static ReportDirectories of(
      PreparedProject project, List<Path> before, Set<String> modules, Consumer<String> warn) {
    Map<String, Path> fit = new LinkedHashMap<>();
    Map<BuildReports.Execution, Optional<Path>> ofFailsafe = new LinkedHashMap<>();
    Set<Path> amongSources = new LinkedHashSet<>();
    try {
      Path dir = project.dir().toRealPath();
      List<Path> builds = new ArrayList<>(builds(project));
      // What a test has deleted is made again; what it has put in its place may lead anywhere.
      before.stream()
          .filter(build -> !Files.exists(build, LinkOption.NOFOLLOW_LINKS))
          .forEach(builds::add);
      Predicate<Path> isFit =
          reports -> {
            boolean source =
                reports.startsWith(dir) && builds.stream().noneMatch(reports::startsWith);
            if (source) {
              amongSources.add(dir.relativize(reports));
            }
            return !source;
          };
      for (ProjectModule module : project.project().modules()) {
        if (!modules.contains(module.dir())) {
          continue;
        }
        named(module.reportsDirectory())
            .filter(isFit)
            .ifPresent(reports -> fit.put(module.dir(), reports));
        for (TestExecution execution : module.executions()) {
          IntegrationTests its = execution.integrationTests();
          if (its != null) {
            ofFailsafe.put(
                new BuildReports.Execution(module.dir(), execution.id()),
                named(its.reportsDirectory()).filter(isFit));
          }
        }
      }
    } catch (IOException e) {
      warn.accept("warning: no reports are written: " + e.getMessage());
      return new ReportDirectories(Map.of(), Map.of());
    }
    if (!amongSources.isEmpty()) {
      int more = amongSources.size() - 1;
      warn.accept(
          "warning: no reports are written: "
              + amongSources.iterator().next()
              + (more == 0 ? "" : " and " + more + " more")
              + ", Surefire's reportsDirectory, is a part of the sources, so every run would"
              + " change them; --junit-xml DIR names another place");
    }
    return new ReportDirectories(fit, ofFailsafe);
  }

  /** The build directories that are there now; none if the project itself is not there. */
  static List<Path> builds(PreparedProject project) {
    try {
      return new Freshness(project.dir().toRealPath(), InstantSource.system()).buildDirectories();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static Optional<Path> named(String directory) {
    return directory.isEmpty() ? Optional.empty() : Optional.of(Path.of(directory));
  }
}
