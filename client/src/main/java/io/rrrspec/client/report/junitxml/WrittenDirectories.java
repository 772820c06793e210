package io.rrrspec.client.report.junitxml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Notes, in a hidden file of a directory of reports, which directories below it got some: a module
 * may be gone at the next run, and its reports must not be read as those of that run.
 */
final class WrittenDirectories {
  private static final String NAME = ".rrrspec-reports";

  /** A build has hundreds of modules; what is longer is not ours. */
  private static final long MOST_BYTES = 1_000_000;

  private final Path dir;

  WrittenDirectories(Path dir) {
    this.dir = dir;
  }

  /** The directories that the last run has written to; none outside of this one. */
  List<Path> earlier() throws IOException {
    Path file = dir.resolve(NAME);
    List<Path> found = new ArrayList<>();
    try {
      if (Files.size(file) > MOST_BYTES) {
        return found;
      }
      for (String line : Files.readAllLines(file)) {
        Path one = dir.resolve(line).normalize();
        if (one.startsWith(dir.normalize())) {
          found.add(one);
        }
      }
    } catch (NoSuchFileException e) {
      // The first run here.
    }
    return found;
  }

  /** Notes those of this run, which has removed what was in the earlier ones. */
  void note(Collection<Path> directories) throws IOException {
    TreeSet<String> lines = new TreeSet<>();
    for (Path directory : directories) {
      if (!directory.equals(dir)) {
        lines.add(dir.relativize(directory).toString());
      }
    }
    if (lines.isEmpty()) {
      Files.deleteIfExists(dir.resolve(NAME));
    } else {
      Files.write(dir.resolve(NAME), lines);
    }
  }
}
