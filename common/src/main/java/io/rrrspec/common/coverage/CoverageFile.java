package io.rrrspec.common.coverage;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.JacocoAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A file that JaCoCo agents of the project name.
 *
 * @param agent the project's
 * @param tests the test classes that run with this agent, as the JVM writes names, {@code
 *     com/foo/BarTest}
 */
record CoverageFile(JacocoAgent agent, Set<String> tests) {
  CoverageFile {
    tests = Set.copyOf(tests);
  }

  /**
   * Writes the file in one move: a reader sees the old one or the new one.
   *
   * @param parts what slaves have saved; none: the file stays as it is
   * @throws ServiceException if it cannot be written
   */
  void write(List<Path> parts) {
    if (parts.isEmpty()) {
      return;
    }
    Path file = agent.file();
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      List<Path> all = new ArrayList<>();
      if (agent.append() && Files.exists(file)) {
        all.add(file);
      }
      all.addAll(parts);
      ExecFiles.merge(all, file);
    } catch (IOException e) {
      throw new ServiceException("cannot write the coverage to " + file + ": " + e, e);
    }
  }
}
