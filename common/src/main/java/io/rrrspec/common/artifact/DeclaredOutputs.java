package io.rrrspec.common.artifact;

import io.rrrspec.common.files.PathGlob;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the files that a job has declared as its outputs. Links are neither matched nor followed.
 */
public final class DeclaredOutputs {
  private DeclaredOutputs() {}

  /**
   * The regular files that some pattern matches.
   *
   * @param directory in which the job ran
   * @return relative paths with slashes, in order
   * @throws IOException if a directory cannot be read, or a name is not UTF-8
   */
  public static Set<String> files(Path directory, List<PathGlob> globs) throws IOException {
    Set<String> files = new TreeSet<>();
    for (PathGlob glob : globs) {
      files.addAll(matches(directory, glob, false));
    }
    return files;
  }

  /**
   * The first pattern that matches no regular file; empty if each matches one.
   *
   * @throws IOException if a directory cannot be read
   */
  public static Optional<PathGlob> missing(Path directory, List<PathGlob> globs)
      throws IOException {
    for (PathGlob glob : globs) {
      if (matches(directory, glob, true).isEmpty()) {
        return Optional.of(glob);
      }
    }
    return Optional.empty();
  }

  /**
   * What is wrong with the outputs of a command that has ended, and what to write; empty if each
   * pattern matches a regular file.
   *
   * @throws IOException if a directory cannot be read
   */
  public static Optional<String> mistake(Path directory, List<PathGlob> globs) throws IOException {
    return missing(directory, globs).map(glob -> mistake(directory, glob));
  }

  private static String mistake(Path directory, PathGlob glob) {
    Path path = directory.resolve(glob.toString());
    if (Files.isSymbolicLink(path)) {
      return "declared output '" + glob + "' is a link: declare the file that it leads to";
    }
    if (Files.isDirectory(path)) {
      return "declared output '" + glob + "' is a directory: write '" + glob + "/**'";
    }
    return "declared output '" + glob + "' is missing";
  }

  private static List<String> matches(Path directory, PathGlob glob, boolean first)
      throws IOException {
    List<String> found = new ArrayList<>();
    Path start = directory.resolve(glob.directory());
    if (!isBelow(directory, start)) {
      return found;
    }
    Files.walkFileTree(
        start,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String path = directory.relativize(file).toString();
            if (attributes.isRegularFile() && glob.matches(path)) {
              if (path.indexOf('\uFFFD') >= 0) {
                throw new IOException("the name of " + path + " is not UTF-8: rename the file");
              }
              found.add(path);
            }
            return first && !found.isEmpty() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  /** Whether it is a directory that no link on the way leads to: a link may leave the workspace. */
  private static boolean isBelow(Path directory, Path start) {
    for (Path part = start; part != null && !part.equals(directory); part = part.getParent()) {
      if (!Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    return Files.isDirectory(directory);
  }
}
