package io.rrrspec.worker.build;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.BrokenModule;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Makes the project's record out of what was found out inside Maven. */
final class ProjectReader {
  private final Path projectDir;
  private final PrepareSettings settings;
  private final ModuleWarnings warnings = new ModuleWarnings();
  private final List<ProjectModule> modules = new ArrayList<>();
  private final List<BrokenModule> broken = new ArrayList<>();
  private final Set<String> directories = new HashSet<>();

  private ProjectReader(Path projectDir, PrepareSettings settings) {
    this.projectDir = projectDir;
    this.settings = settings;
  }

  /**
   * Reads all modules and those of their executions that are to be run.
   *
   * @param projectDir absolute, without links
   * @throws UsageException if one of them cannot be run as the build says
   */
  static Project read(Facts facts, PrepareSettings settings, Path projectDir) {
    ProjectReader reader = new ProjectReader(projectDir, settings);
    reader.requireExecutions(facts);
    for (ModuleFacts module : facts.modules()) {
      reader.add(module);
    }
    reader.warnOfIntegrationTests(facts);
    List<String> warnings = reader.warnings.lines();
    if (reader.modules.stream().allMatch(module -> module.executions().isEmpty())
        && reader.broken.isEmpty()
        && warnings.isEmpty()) {
      warnings = List.of("the build has no tests to run: it never calls Surefire");
    }
    return new Project(Project.FORMAT, reader.modules, warnings, reader.broken);
  }

  /** Each that the user wants to be run has to be one that the build calls somewhere. */
  private void requireExecutions(Facts facts) {
    Set<String> ids = new TreeSet<>();
    for (ModuleFacts module : facts.modules()) {
      ids.addAll(ids(module));
    }
    for (String id : settings.executions()) {
      if (!ids.contains(id)) {
        throw new UsageException(
            (settings.integrationTests()
                    ? "executions: the build runs no execution '"
                    : "executions: mvn test runs no execution '")
                + id
                + (settings.integrationTests() ? "' of Surefire or Failsafe" : "' of Surefire")
                + NearestName.hint(
                    id, List.copyOf(ids), ": it runs " + (ids.isEmpty() ? "none" : ids)));
      }
    }
  }

  private static List<String> ids(ModuleFacts module) {
    return module.executions().stream().map(json -> json.path("id").asText()).toList();
  }

  private void add(ModuleFacts facts) {
    String dir = facts.dir(projectDir);
    if (dir.equals("..") || dir.startsWith("../")) {
      throw new UsageException(
          "the module "
              + dir
              + " lies outside of "
              + projectDir
              + ": start in a directory that has all modules below it, or leave that one out with"
              + " -- -pl '!"
              + dir
              + "'");
    }
    if (!directories.add(dir)) {
      throw new UsageException(
          "two modules lie in the directory "
              + (dir.isEmpty() ? "." : dir)
              + ", and a run tells modules by their directories: give each one of its own, or leave one"
              + " out with -- -pl '!GROUP:ARTIFACT'");
    }
    if (!facts.isBuilt()) {
      broken.add(new BrokenModule(dir, facts.text("id"), facts.failure()));
      return;
    }
    ModuleReader reader = new ModuleReader(facts, dir, settings, warnings.of(dir));
    ProjectModule module = reader.read();
    if (!facts.executions().isEmpty() || dir.isEmpty()) {
      modules.add(module);
    }
  }

  /**
   * One line for all modules: how many classes of Failsafe are not run.
   *
   * @throws UsageException if they are wanted, and cannot be run
   */
  private void warnOfIntegrationTests(Facts facts) {
    Map<String, Integer> classes = new LinkedHashMap<>();
    for (ModuleFacts module : facts.modules()) {
      int number = IntegrationTestsLeftOut.classes(module, settings).size();
      if (number > 0) {
        classes.put(module.dir(projectDir), number);
      }
    }
    int all = classes.values().stream().mapToInt(Integer::intValue).sum();
    if (settings.integrationTests() && all > 0) {
      throw new UsageException(
          "%s: failsafe's integration-test (%d class%s) is bound to a phase behind post-integration-test, where rrrspec-java runs nothing: bind it to integration-test, or leave --integration-tests out"
              .formatted(String.join(", ", classes.keySet()), all, all == 1 ? "" : "es"));
    }
    classes
        .keySet()
        .forEach(
            dir ->
                warnings
                    .of(dir)
                    .accept(
                        "failsafe's integration-test (%d class%s) is not run: use --integration-tests"
                            .formatted(all, all == 1 ? "" : "es")));
  }
}
