package io.rrrspec.client.local;

import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.worker.build.state.Freshness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Where Surefire would write the reports of some modules.
 *
 * @param byModule absolute paths by the module's directory; a module whose reports nobody wants, or
 *     would become a part of the sources, is not there
 */
record ReportDirectories(Map<String, Path> byModule) {
  ReportDirectories {
    byModule = Map.copyOf(byModule);
  }

  /**
   * Finds them.
   *
   * @param modules the directories of the modules that have something to report
   * @param warn gets a line if there are reports that cannot be written
   */
  static ReportDirectories of(PreparedProject project, Set<String> modules, Consumer<String> warn) {
    Map<String, Path> fit = new LinkedHashMap<>();
    List<Path> amongSources = new ArrayList<>();
    try {
      Path dir = project.dir().toRealPath();
      List<Path> builds = new Freshness(dir, InstantSource.system()).buildDirectories();
      for (ProjectModule module : project.project().modules()) {
        if (module.reportsDirectory().isEmpty() || !modules.contains(module.dir())) {
          continue;
        }
        Path reports = Path.of(module.reportsDirectory());
        if (reports.startsWith(dir) && builds.stream().noneMatch(reports::startsWith)) {
          amongSources.add(dir.relativize(reports));
        } else {
          fit.put(module.dir(), reports);
        }
      }
    } catch (IOException e) {
      warn.accept("warning: no reports are written: " + e.getMessage());
      return new ReportDirectories(Map.of());
    }
    if (!amongSources.isEmpty()) {
      int more = amongSources.size() - 1;
      warn.accept(
          "warning: no reports are written: "
              + amongSources.get(0)
              + (more == 0 ? "" : " and " + more + " more")
              + ", Surefire's reportsDirectory, is a part of the sources, so every run would"
              + " change them; --junit-xml DIR names another place");
    }
    return new ReportDirectories(fit);
  }
}
