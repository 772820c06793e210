package io.rrrspec.experiments.change;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The same files in several directories: what is done to one of them is done in each. */
final class Tree {
  private final List<Path> roots;

  Tree(List<Path> roots) {
    this.roots = List.copyOf(roots);
  }

  /** What is done to a file of one directory. */
  @FunctionalInterface
  interface Step {
    /** Does it. */
    void take(Path file) throws IOException;
  }

  /** Takes a step for a file, in each directory. */
  Tree each(String name, Step step) {
    try {
      for (Path root : roots) {
        step.take(root.resolve(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Writes a file and the directories above it. */
  Tree write(String name, String text) {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a file and the directories above it. */
  Tree write(String name, byte[] bytes) {
    return each(
        name,
        file -> {
          Files.createDirectories(file.resolveSibling("."));
          Files.write(file, bytes);
        });
  }

  /** Replaces a part of a file, which must be there. */
  Tree replace(String name, String part, String by) {
    return each(
        name,
        file -> {
          String text = Files.readString(file, StandardCharsets.ISO_8859_1);
          if (!text.contains(part)) {
            throw new IllegalArgumentException("there is no '" + part + "' in " + file);
          }
          Files.writeString(file, text.replace(part, by), StandardCharsets.ISO_8859_1);
        });
  }

  /** Replaces a part of a file by one of the same length, and gives it the time that it had. */
  Tree replaceUnseen(String name, String part, String by) {
    if (part.length() != by.length()) {
      throw new IllegalArgumentException(part + " and " + by + " differ in length");
    }
    return each(
        name,
        file -> {
          FileTime time = Files.getLastModifiedTime(file);
          String text = Files.readString(file, StandardCharsets.ISO_8859_1);
          Files.writeString(file, text.replace(part, by), StandardCharsets.ISO_8859_1);
          Files.setLastModifiedTime(file, time);
        });
  }

  /** Deletes a file, or a directory with all that is in it. */
  Tree delete(String name) {
    return each(name, Tree::deleteTree);
  }

  /** Renames a file or a directory, which keeps its times. */
  Tree rename(String name, String to) {
    return each(
        name,
        file -> {
          Path target = file.resolveSibling(to);
          Files.createDirectories(target.resolveSibling("."));
          Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
        });
  }

  /** Makes a directory and those above it. */
  Tree directory(String name) {
    return each(name, Files::createDirectories);
  }

  /** Makes a symbolic link, in the place of what was there. */
  Tree link(String name, String target) {
    return each(
        name,
        file -> {
          Files.createDirectories(file.resolveSibling("."));
          Files.deleteIfExists(file);
          Files.createSymbolicLink(file, Path.of(target));
        });
  }

  /** Sets or removes the right to execute a file. */
  Tree executable(String name, boolean executable) {
    return each(
        name,
        file -> {
          if (!file.toFile().setExecutable(executable, false)) {
            throw new IOException("cannot change the permissions of " + file);
          }
        });
  }

  /** Sets the time of a file. */
  Tree time(String name, FileTime time) {
    return each(name, file -> Files.setLastModifiedTime(file, time));
  }

  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
