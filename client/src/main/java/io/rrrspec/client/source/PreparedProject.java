package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.project.IntegrationTests;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A prepared project in its directory. */
public record PreparedProject(Path dir, Project project) {

  public PreparedProject {
    String broken = project.whyBroken();
    if (project.classes().isEmpty() && broken != null) {
      throw new ServiceException(broken);
    }
    if (project.classes().isEmpty()) {
      throw new UsageException(
          "no tests found in "
              + dir
              + (project.executions().isEmpty()
                  ? ": the build runs none, or skips them (skipTests, maven.test.skip)"
                  : ": Surefire's includes match no class; see .rrrspec/project.json for what was"
                      + " looked at"));
    }
  }

  /** The name under which estimates and history are kept, see {@link BuildName}. */
  public String name() {
    return BuildName.of(dir, project);
  }

  /** How often the build tries the classes of a run. */
  public BuildTrials trials(Collection<String> tasks) {
    return BuildTrials.of(project, tasks);
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
    Map<String, Duration> times = new HashMap<>();
    for (ProjectModule module : project.modules()) {
      Map<String, Duration> ofSurefire = SurefireTimes.read(reportsOrDefault(module));
      for (TestExecution execution : module.executions()) {
        IntegrationTests its = execution.integrationTests();
        Map<String, Duration> reports =
            its == null || its.reportsDirectory().isEmpty()
                ? ofSurefire
                : SurefireTimes.read(Path.of(its.reportsDirectory()));
        String suffix = execution.reportNameSuffix();
        for (String name : execution.classes()) {
          Duration time = reports.get(suffix.isEmpty() ? name : name + "(" + suffix + ")");
          if (time != null) {
            times.put(new TestId(module.dir(), name, execution.id()).toString(), time);
          }
        }
      }
    }
    return times;
  }

  private Path reportsOrDefault(ProjectModule module) {
    return module.reportsDirectory().isEmpty()
        ? dir.resolve(module.dir()).resolve("target").resolve("surefire-reports")
        : Path.of(module.reportsDirectory());
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
    return testClasses(task).map(classes -> classes.resolve(classFileName(task)));
  }

  /** The directory of compiled tests that the class file of a task is below; empty if none is. */
  Optional<Path> testClasses(String task) {
    String file = classFileName(task);
    return executions(TestId.parse(task))
        .map(execution -> Path.of(execution.selection().testClassesDirectory()))
        .filter(classes -> Files.isRegularFile(classes.resolve(file)))
        .findFirst();
  }

  private static String classFileName(String task) {
    return TestId.parse(task).className().replace('.', '/') + ".class";
  }

  /** The execution that a test names; without a name all of its module, the default one first. */
  private Stream<TestExecution> executions(TestId test) {
    List<TestExecution> all =
        project.modules().stream()
            .filter(module -> module.dir().equals(test.module()))
            .flatMap(module -> module.executions().stream())
            .toList();
    String id = test.execution() == null ? TestId.DEFAULT_EXECUTION : test.execution();
    Stream<TestExecution> named = all.stream().filter(it -> it.id().equals(id));
    return test.execution() == null
        ? Stream.concat(named, all.stream().filter(it -> !it.id().equals(id)))
        : named;
  }

  /** Which module a file of the project belongs to. */
  ModuleDirectories moduleDirectories() {
    return ModuleDirectories.of(project);
  }

  /** The tasks in the order in which Surefire would run them, if nobody has chosen another. */
  public List<String> surefireOrder() {
    return SurefireOrder.of(project);
  }
}
