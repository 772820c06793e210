package io.rrrspec.common.coverage;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.JacocoAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that JaCoCo agents of the project name.
 *
 * @param agent the project's
 * @param launches the launches whose JVMs have this agent; null stands for the only one of a run
 */
record CoverageFile(JacocoAgent agent, List<@Nullable String> launches) {
  CoverageFile {
    launches = Collections.unmodifiableList(new ArrayList<>(launches));
  }

  /** Whether a file is one that a JVM with this agent has saved. */
  boolean isFor(Path part) {
    String name = String.valueOf(part.getFileName());
    return launches.stream().anyMatch(launch -> SavedName.isOf(launch, name));
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
