package io.rrrspec.client.local;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.JacocoAgent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;

/**
 * A file that JaCoCo agents of the project name. In JaCoCo's format one file behind the other is a
 * file, and a class that is in it twice has the sum.
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
      Path fresh = file.resolveSibling(file.getFileName() + ".rrrspec");
      try (OutputStream out = Files.newOutputStream(fresh)) {
        if (agent.append() && Files.exists(file)) {
          Files.copy(file, out);
        }
        for (Path part : parts) {
          Files.copy(part, out);
        }
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new ServiceException("cannot write the coverage to " + file + ": " + e, e);
    }
  }
}
