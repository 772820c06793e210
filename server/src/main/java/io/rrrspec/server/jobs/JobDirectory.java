package io.rrrspec.server.jobs;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * Directories of this host that somebody else names: for jobs of the module {@code junit}, and for
 * flows.
 */
public final class JobDirectory {
  private static final String SETTINGS = ".rrrspec.yml";

  private JobDirectory() {}

  /**
   * Finds the project of a job.
   *
   * @param text the job's
   * @param roots below which it may be
   * @return its real path: symbolic links lead nowhere else
   * @throws UsageException if it is not to be used; the message says why
   */
  static Path find(String text, List<Path> roots) {
    Path real = below(text, roots);
    if (!Files.isRegularFile(real.resolve(SETTINGS))) {
      throw new UsageException("there is no " + SETTINGS + " in " + real);
    }
    return real;
  }

  /**
   * Finds a directory.
   *
   * @param roots below which it may be
   * @return its real path: symbolic links lead nowhere else
   * @throws UsageException if it is not to be used; the message says why
   */
  public static Path below(String text, List<Path> roots) {
    Path real;
    try {
      Path named = Path.of(text.strip());
      if (!named.isAbsolute()) {
        throw new UsageException("'" + text + "' is no absolute path: write the whole path");
      }
      real = named.toRealPath();
    } catch (IOException | InvalidPathException e) {
      throw new UsageException("there is no directory " + text + " on the server", e);
    }
    if (roots.stream().noneMatch(root -> isBelow(real, root))) {
      throw new UsageException(real + " is not below job_roots of the server");
    }
    if (!Files.isDirectory(real)) {
      throw new UsageException(real + " is no directory");
    }
    return real;
  }

  private static boolean isBelow(Path real, Path root) {
    try {
      return real.startsWith(root.toRealPath());
    } catch (IOException e) {
      // A root that is not there has nothing below it.
      return false;
    }
  }
}
