package io.rrrspec.server.flow;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The test classes below a directory, by their names, in the order of their paths: as many as are
 * asked for, from where the last look ended, and no more directories than that takes.
 *
 * @param root of the compiled classes
 */
record TestClasses(Path root) {
  private static final String SUFFIX = ".class";

  /** How the names of what Surefire includes by default end; or they begin with the first. */
  private static final List<String> ENDS = List.of("Test", "Tests", "TestCase");

  TestClasses {
    if (!Files.isDirectory(root)) {
      throw new UsageException("classes: there is no directory " + root + " on the server");
    }
  }

  /**
   * The next ones.
   *
   * @param last the path of the last one that is known; empty: from the beginning
   * @return paths below the root, with slashes
   */
  List<String> after(String last, int most) throws IOException {
    List<String> found = new ArrayList<>();
    add(root, "", last, most, found);
    return found;
  }

  private static void add(Path directory, String prefix, String last, int most, List<String> found)
      throws IOException {
    for (Path entry : sorted(directory)) {
      boolean inner = Files.isDirectory(entry);
      String path = prefix + entry.getFileName() + (inner ? "/" : "");
      if (found.size() >= most) {
        return;
      }
      if (inner && (path.compareTo(last) > 0 || last.startsWith(path))) {
        add(entry, path, last, most, found);
      } else if (!inner && path.compareTo(last) > 0 && isTest(entry.getFileName().toString())) {
        found.add(path);
      }
    }
  }

  /** In the order of their paths: that of a directory ends with a slash. */
  private static List<Path> sorted(Path directory) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      return StreamSupport.stream(entries.spliterator(), false)
          .map(
              entry ->
                  new Entry(entry, entry.getFileName() + (Files.isDirectory(entry) ? "/" : "")))
          .sorted((a, b) -> a.key.compareTo(b.key))
          .map(Entry::path)
          .toList();
    }
  }

  private record Entry(Path path, String key) {}

  private static boolean isTest(String file) {
    if (!file.endsWith(SUFFIX) || file.contains("$")) {
      return false;
    }
    String name = file.substring(0, file.length() - SUFFIX.length());
    return name.startsWith(ENDS.get(0)) || ENDS.stream().anyMatch(name::endsWith);
  }

  static String nameOf(String path) {
    return path.substring(0, path.length() - SUFFIX.length()).replace('/', '.');
  }
}
