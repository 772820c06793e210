package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A prepared project in its directory. */
public record PreparedProject(Path dir, Project project) {

  public PreparedProject {
    if (project.classes().isEmpty()) {
      throw new UsageException(
          "no tests found in "
              + dir
              + ": Surefire's includes match no class; see .rrrspec/project.json for what was"
              + " looked at");
    }
  }

  /** The name under which estimates and history are kept: group and artifact. */
  public String name() {
    return project.modules().get(0).id();
  }

  /**
   * How often a class is tried, if the build says so: under whatever execution, so the smallest
   * number, as one retry too many would hide a failure.
   */
  public int maxTrials() {
    return project.executions().stream()
        .filter(execution -> !execution.classes().isEmpty())
        .mapToInt(TestExecution::maxTrials)
        .min()
        .orElse(1);
  }

  /**
   * A digest of the sources and of how their tests are run; null if it cannot be made. The JVM that
   * runs us may be another one than the tests', which the project's own notes name.
   */
  public @Nullable String sources() {
    return sources(TestSelection.ALL);
  }

  /**
   * The same of a run of some tests, which another run of just these may be compared with: a test
   * may fail because others of its class did not run.
   */
  public @Nullable String sources(TestSelection selection) {
    List<String> wishes = new ArrayList<>(List.of(project.canonicalText()));
    if (!selection.isAll()) {
      wishes.add(selection.fields().toString());
    }
    List<Path> classPath =
        project.executions().stream()
            .flatMap(execution -> execution.jvm().classPath().stream())
            .distinct()
            .map(Path::of)
            .toList();
    return RunInputsDigest.ofPlace(dir, classPath, wishes);
  }

  /** What Surefire measured, if it ever ran here, by task. */
  public Map<String, Duration> surefireTimes() {
    Map<String, Duration> reports =
        SurefireTimes.read(
            surefireReports().orElse(dir.resolve("target").resolve("surefire-reports")));
    Map<String, Duration> times = new HashMap<>();
    for (TestId test : project.tests()) {
      String suffix = suffix(test);
      String name = suffix.isEmpty() ? test.className() : test.className() + "(" + suffix + ")";
      Duration time = reports.get(name);
      if (time != null) {
        times.put(test.toString(), time);
      }
    }
    return times;
  }

  /** Where Surefire would write its XML reports to; empty if it would write none. */
  public Optional<Path> surefireReports() {
    return project.modules().stream()
        .map(ProjectModule::reportsDirectory)
        .filter(directory -> !directory.isEmpty())
        .map(Path::of)
        .findFirst();
  }

  private String suffix(TestId test) {
    return project.executions().stream()
        .filter(execution -> execution.id().equals(test.execution()))
        .map(TestExecution::reportNameSuffix)
        .findFirst()
        .orElse("");
  }

  /**
   * What Surefire adds to the names of its reports, by the id of the execution; nothing if the
   * project in the directory was not prepared.
   */
  public static Map<String, String> reportNameSuffixes(Path dir) {
    Map<String, String> suffixes = new HashMap<>();
    if (!Files.isDirectory(Project.directory(dir))) {
      return suffixes;
    }
    try {
      for (TestExecution execution : Project.read(dir).executions()) {
        if (!execution.reportNameSuffix().isEmpty()) {
          suffixes.put(execution.id(), execution.reportNameSuffix());
        }
      }
    } catch (UsageException e) {
      // Then files are named by their execution.
      return Map.of();
    }
    return suffixes;
  }

  /** The size of a task's class file; 0 if it is not there. */
  public long size(String task) {
    Optional<Path> file = classFile(task);
    try {
      return file.isPresent() ? Files.size(file.get()) : 0;
    } catch (IOException e) {
      // Only a guess hangs on it.
      return 0;
    }
  }

  /** The class file of a task; empty if it is not there. */
  Optional<Path> classFile(String task) {
    String className = TestId.parse(task).className();
    return project.executions().stream()
        .map(execution -> Path.of(execution.selection().testClassesDirectory()))
        .map(classes -> classes.resolve(className.replace('.', '/') + ".class"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** The tasks in the order in which Surefire would run them, if nobody has chosen another. */
  public List<String> surefireOrder() {
    return SurefireOrder.of(project);
  }
}
