package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A prepared project in its directory. */
public record PreparedProject(Path dir, Project project) {

  public PreparedProject {
    if (project.classes().isEmpty()) {
      throw new UsageException(
          "no tests found in "
              + dir
              + ": Surefire's includes match no class; see .rrrspec/project.json for what was looked"
              + " at");
    }
  }

  /** The name under which estimates and history are kept: group and artifact. */
  public String name() {
    return project.modules().get(0).id();
  }

  /** How often a class is tried, if the build says so. */
  public int maxTrials() {
    return project.executions().stream().mapToInt(TestExecution::maxTrials).max().orElse(1);
  }

  /**
   * A digest of the sources and of how their tests are run; null if it cannot be made. The JVM that
   * runs us may be another one than the tests', which the project's own notes name.
   */
  public @Nullable String sources() {
    List<Path> classPath =
        project.executions().stream()
            .flatMap(execution -> execution.jvm().classPath().stream())
            .distinct()
            .map(Path::of)
            .toList();
    return SourcesDigest.ofPlace(dir, classPath, List.of(project.canonicalText()));
  }

  /** What Surefire measured, if it ever ran here. */
  public Map<String, Duration> surefireTimes() {
    return SurefireTimes.read(dir.resolve("target").resolve("surefire-reports"));
  }

  /** The size of a class file; 0 if it is not there. */
  public long size(String className) {
    for (TestExecution execution : project.executions()) {
      Path file =
          Path.of(execution.selection().testClassesDirectory())
              .resolve(className.replace('.', '/') + ".class");
      try {
        if (Files.isRegularFile(file)) {
          return Files.size(file);
        }
      } catch (IOException e) {
        // Only a guess hangs on it.
        return 0;
      }
    }
    return 0;
  }
}
