package io.rrrspec.worker.build;

import io.rrrspec.common.UsageException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Maven that the project is built with.
 *
 * @param executable absolute path of mvnw or mvn
 */
record Maven(Path executable) {
  /**
   * The project's own mvnw, which may lie beside its parent; else that of MAVEN_HOME; else that of
   * PATH.
   *
   * @throws UsageException if there is none
   */
  static Maven find(Path projectDir, Map<String, String> environment) {
    Path found = wrapper(projectDir);
    String home = environment.get("MAVEN_HOME");
    if (found == null && home != null) {
      found = executable(Path.of(home, "bin", "mvn"));
    }
    if (found == null) {
      found = inPath(environment.getOrDefault("PATH", ""));
    }
    if (found == null) {
      throw new UsageException(
          "no Maven found: put mvn into the PATH, set MAVEN_HOME, or give the project an mvnw");
    }
    return new Maven(found);
  }

  private static @Nullable Path wrapper(Path projectDir) {
    for (Path dir = projectDir; dir != null; dir = dir.getParent()) {
      Path wrapper = executable(dir.resolve("mvnw"));
      if (wrapper != null) {
        return wrapper;
      }
      if (Files.exists(dir.resolve(".git"))) {
        return null;
      }
    }
    return null;
  }

  private static @Nullable Path inPath(String path) {
    for (String dir : path.split(File.pathSeparator)) {
      Path found = dir.isEmpty() ? null : executable(Path.of(dir, "mvn"));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable Path executable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file) ? file.toAbsolutePath() : null;
  }
}
