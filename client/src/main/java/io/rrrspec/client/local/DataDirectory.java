package io.rrrspec.client.local;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where runs on this machine keep what outlives them, {@code $XDG_DATA_HOME/rrrspec-java} or {@code
 * ~/.local/share/rrrspec-java}: the history in one H2 file, the executable of Redis, and, while a
 * run lasts, one private directory {@code run-<pid>}.
 *
 * @param root the directory
 */
record DataDirectory(Path root) {
  private static final String RUN = "run-";

  /**
   * The user's own, made where it is missing, and closed to others.
   *
   * @param root see {@link io.rrrspec.common.config.SettingsSources#dataDir}
   */
  static DataDirectory at(Path root) {
    try {
      PrivateFiles.directory(root, "set XDG_DATA_HOME to a directory of your own");
      if (!Files.isWritable(root)) {
        throw unusable(root, null);
      }
      return new DataDirectory(root);
    } catch (IOException e) {
      throw unusable(root, e);
    }
  }

  private static UsageException unusable(Path root, @Nullable IOException e) {
    return new UsageException(
        "cannot write to " + root + ": set XDG_DATA_HOME to a directory that can be written", e);
  }

  /** The file of the history, without its ending. */
  Path history() {
    return root.resolve("history");
  }

  /** Where the executable of Redis is kept. */
  Path redis() {
    return root.resolve("redis");
  }

  /**
   * A directory that only this user can read, for this process alone; removes what dead ones left.
   */
  Path openRun() {
    try {
      removeLeftovers();
      Path dir = root.resolve(RUN + ProcessHandle.current().pid());
      deleteTree(dir);
      return Files.createDirectory(dir, PrivateFiles.directoryMode());
    } catch (IOException e) {
      throw new ServiceException("cannot write to " + root + ": " + e.getMessage(), e);
    }
  }

  private void removeLeftovers() throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      for (Path entry : entries.toList()) {
        String name = String.valueOf(entry.getFileName());
        if (name.matches(RUN + "\\d{1,18}")
            && ProcessHandle.of(Long.parseLong(name.substring(RUN.length()))).isEmpty()) {
          deleteTree(entry);
        }
      }
    }
  }

  /** Removes a directory with all in it; harmless if it is not there. */
  static void deleteTree(Path dir) {
    if (!Files.exists(dir)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(dir)) {
      for (Path path : tree.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new ServiceException("cannot delete " + dir + ": " + e.getMessage(), e);
    }
  }
}
