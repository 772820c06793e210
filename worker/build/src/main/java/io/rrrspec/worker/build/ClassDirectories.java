package io.rrrspec.worker.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes compiled classes and their jars, so that Maven makes all of them. */
final class ClassDirectories {
  private ClassDirectories() {}

  /** Deletes a jar, or a directory with all in it; links are deleted, not followed. */
  static void delete(Path dir) throws IOException {
    if (!Files.isDirectory(dir)) {
      Files.deleteIfExists(dir);
      return;
    }
    List<Path> all;
    try (Stream<Path> tree = Files.walk(dir)) {
      all = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }
}
