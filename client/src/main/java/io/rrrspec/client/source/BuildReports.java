package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.IntegrationTests;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a build says about the names of its reports.
 *
 * @param modules the directories of its modules, relative to the project
 * @param suffixes what Surefire adds to the names of its reports (reportNameSuffix), for executions
 *     that have such a suffix
 * @param alone executions of Failsafe that have a directory for themselves: there the names of
 *     reports need no execution
 */
public record BuildReports(
    List<String> modules, Map<Execution, String> suffixes, Set<Execution> alone) {
  /** Of a project that was not prepared: files are named by their execution. */
  public static final BuildReports NONE = new BuildReports(List.of(), Map.of());

  /**
   * An execution of one module: executions of two modules may have one id.
   *
   * @param module the module's directory; empty for the project itself
   * @param id never empty: the default execution stands here by its name
   */
  public record Execution(String module, String id) {
    /** The one that a test belongs to. */
    public static Execution of(TestId test) {
      String shown = test.shownExecution();
      return new Execution(test.module(), shown.isEmpty() ? TestId.DEFAULT_EXECUTION : shown);
    }
  }

  public BuildReports {
    modules = List.copyOf(modules);
    suffixes = Map.copyOf(suffixes);
    alone = Set.copyOf(alone);
  }

  /** Of a build without Failsafe. */
  public BuildReports(List<String> modules, Map<Execution, String> suffixes) {
    this(modules, suffixes, Set.of());
  }

  /** Takes them from a prepared project. */
  public static BuildReports of(Project project) {
    Map<Execution, String> suffixes = new HashMap<>();
    Set<Execution> alone = new HashSet<>();
    for (ProjectModule module : project.modules()) {
      for (TestExecution execution : module.executions()) {
        if (!execution.reportNameSuffix().isEmpty()) {
          suffixes.put(new Execution(module.dir(), execution.id()), execution.reportNameSuffix());
        }
        if (isAlone(execution, module)) {
          alone.add(new Execution(module.dir(), execution.id()));
        }
      }
    }
    return new BuildReports(
        project.modules().stream().map(ProjectModule::dir).distinct().toList(), suffixes, alone);
  }

  private static boolean isAlone(TestExecution execution, ProjectModule module) {
    IntegrationTests its = execution.integrationTests();
    return its != null
        && !its.reportsDirectory().equals(module.reportsDirectory())
        && module.executions().stream()
                .map(TestExecution::integrationTests)
                .flatMap(Stream::ofNullable)
                .filter(other -> other.reportsDirectory().equals(its.reportsDirectory()))
                .count()
            == 1;
  }

  /** Reads what the last prepare has written; {@link #NONE} if that cannot be read. */
  public static BuildReports read(Path dir) {
    if (!Files.isDirectory(Project.directory(dir))) {
      return NONE;
    }
    try {
      return of(Project.read(dir));
    } catch (UsageException e) {
      // The reports are still good, under other names.
      return NONE;
    }
  }

  /**
   * What Surefire adds to the names of a module's reports; empty for nothing.
   *
   * @param execution its id; empty for the default one
   */
  public String suffix(String module, String execution) {
    String id = execution.isEmpty() ? TestId.DEFAULT_EXECUTION : execution;
    return suffixes.getOrDefault(new Execution(module, id), "");
  }

  /** Whether an execution has a directory of reports for itself. */
  public boolean isAlone(String module, String execution) {
    return alone.contains(new Execution(module, execution));
  }
}
