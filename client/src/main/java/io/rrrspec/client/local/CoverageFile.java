package io.rrrspec.client.local;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.JacocoAgent;
import io.rrrspec.common.project.Project;
import io.rrrspec.worker.slave.jvm.Coverage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts the coverage of all slaves of a run into the file that the project's JaCoCo agent names. In
 * JaCoCo's format one file behind the other is a file, and a class that is in it twice has the sum.
 *
 * @param agent the project's; empty: there is nothing to do
 * @param saved where the slaves save theirs
 */
record CoverageFile(Optional<JacocoAgent> agent, Path saved) {
  /**
   * Begins to collect.
   *
   * @param runtimeDir of the worker
   */
  static CoverageFile begin(Project project, Path runtimeDir) {
    Path saved = Coverage.directory(runtimeDir);
    Optional<JacocoAgent> agent =
        project.executions().stream()
            .filter(execution -> !execution.classes().isEmpty())
            .flatMap(execution -> JacocoAgent.of(execution.jvm()).stream())
            .findFirst();
    if (agent.isPresent()) {
      try {
        Files.createDirectories(saved);
      } catch (IOException e) {
        throw new ServiceException("cannot make " + saved + ": " + e.getMessage(), e);
      }
    }
    return new CoverageFile(agent, saved);
  }

  /**
   * Writes the file in one move: a reader sees the old one or the new one.
   *
   * @throws ServiceException if it cannot be written
   */
  void write() {
    if (agent.isEmpty()) {
      return;
    }
    Path file = agent.get().file();
    try (Stream<Path> parts = Files.list(saved)) {
      List<Path> whole = parts.filter(part -> part.toString().endsWith(".exec")).sorted().toList();
      if (whole.isEmpty()) {
        return;
      }
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path fresh = file.resolveSibling(file.getFileName() + ".rrrspec");
      try (OutputStream out = Files.newOutputStream(fresh)) {
        if (agent.get().append() && Files.exists(file)) {
          Files.copy(file, out);
        }
        for (Path part : whole) {
          Files.copy(part, out);
        }
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new ServiceException("cannot write the coverage to " + file + ": " + e, e);
    }
  }
}
