package io.rrrspec.worker.build.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files that prepare writes into its directory. */
public final class WrittenFiles {
  /** The directory with a script and its arguments for each launch, if there are several. */
  public static final String LAUNCHES = "launches";

  private static final List<String> FOR_SLAVES =
      List.of("project.json", "slave.sh", "slave.args", "slave.executions");
  private static final List<String> OF_MAVEN = List.of("facts.json", "inputs.json");

  private WrittenFiles() {}

  /**
   * What slaves are started from, whether it is there or not; of the launches those that are.
   *
   * @param directory where prepare keeps its files
   */
  static List<Path> forSlaves(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    FOR_SLAVES.forEach(name -> files.add(directory.resolve(name)));
    Path launches = directory.resolve(LAUNCHES);
    if (Files.isDirectory(launches, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> scripts = Files.list(launches)) {
        scripts.filter(WrittenFiles::isPlain).sorted().forEach(files::add);
      }
    }
    return files;
  }

  /** All regular files of them that are there. */
  static List<Path> all(Path directory) throws IOException {
    List<Path> files = new ArrayList<>(forSlaves(directory));
    OF_MAVEN.forEach(name -> files.add(directory.resolve(name)));
    files.removeIf(file -> !isPlain(file));
    return files;
  }

  /** Deletes what slaves are started from. */
  public static void delete(Path directory) throws IOException {
    for (Path file : forSlaves(directory)) {
      Files.deleteIfExists(file);
    }
  }

  private static boolean isPlain(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }
}
