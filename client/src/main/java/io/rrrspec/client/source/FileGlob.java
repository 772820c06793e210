package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * Reads entries of {@code spec_files} where a task is a command line or a file. The globs are those
 * of Java's {@link java.nio.file.FileSystem#getPathMatcher}, with alternatives in braces and sets
 * of characters in brackets; patterns of the command line are others, see {@link GlobPattern}.
 */
final class FileGlob {
  private FileGlob() {}

  /**
   * The files that an entry stands for, by name; the entry itself where it is no glob. One with
   * blanks is a command line, whatever else is in it: its globs are for its own shell.
   */
  static List<String> expand(String entry, Path directory) {
    if (entry.isBlank()) {
      throw new UsageException("spec_files: an entry is empty: write a file or a command line");
    }
    if (!isGlob(entry)) {
      return List.of(entry);
    }
    List<String> files = new ArrayList<>();
    try {
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + entry);
      // "**/x" is to find x in the directory itself, too.
      PathMatcher here =
          FileSystems.getDefault()
              .getPathMatcher("glob:" + (entry.startsWith("**/") ? entry.substring(3) : entry));
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
              return dir.endsWith(".git") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              Path relative = directory.relativize(file);
              if (matcher.matches(relative) || here.matches(relative)) {
                files.add(relative.toString());
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (PatternSyntaxException e) {
      throw new UsageException("spec_files: '" + entry + "' is no glob: " + e.getDescription(), e);
    } catch (IOException e) {
      throw new UsageException("packaging_dir " + directory + " cannot be read: " + e, e);
    }
    if (files.isEmpty()) {
      throw new UsageException(
          "spec_files: no file in " + directory + " matches '" + entry + "': correct the glob");
    }
    files.sort(null);
    return files;
  }

  private static boolean isGlob(String entry) {
    return entry.chars().noneMatch(Character::isWhitespace)
        && entry.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }
}
