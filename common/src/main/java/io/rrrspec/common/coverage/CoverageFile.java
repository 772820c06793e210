package io.rrrspec.common.coverage;

import io.rrrspec.common.files.IoReason;
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
   * @return what a person has to know, a line each: what does not count or could not be written
   */
  List<String> write(List<Path> parts) {
    List<String> lines = new ArrayList<>();
    Path file = agent.file();
    ExecSum sum = new ExecSum();
    int added = 0;
    for (Path part : parts) {
      String why = sum.add(part);
      if (why.isEmpty()) {
        added++;
      } else {
        lines.add(file + " lacks the coverage of one JVM: what the JVM has saved " + why);
      }
    }
    if (added == 0) {
      return lines;
    }
    if (Files.isDirectory(file)) {
      lines.add(file + " is a directory: the coverage of this run is lost; remove the directory");
      return lines;
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (agent.append() && Files.exists(file)) {
        String aside = sum.addOlder(file);
        if (!aside.isEmpty()) {
          lines.add(file + " " + aside);
        }
      }
      sum.write(file);
    } catch (IOException e) {
      lines.add(
          file
              + " cannot be written ("
              + IoReason.of(e)
              + "): the coverage of this run is lost; make the file and its directory writable");
    }
    return lines;
  }
}
