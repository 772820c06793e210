package io.rrrspec.common.process;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processes that carry a mark in their environment, which children inherit: so those are found that
 * have left their group with {@code setsid}. Where there is no /proc, none are.
 */
public final class ProcessKiller {
  /** The variable with the mark. */
  public static final String VARIABLE = "SLAVE_MARK";

  private static final Path PROC = Path.of("/proc");

  /** A process may start another one while we look. */
  private static final int MOST_LOOKS = 5;

  private ProcessKiller() {}

  /**
   * Ends all of them at once, but never the process that calls this.
   *
   * @param mark theirs, or what theirs begins with, up to a dot
   */
  public static void killMarked(String mark) {
    for (int look = 0; look < MOST_LOOKS; look++) {
      List<ProcessHandle> found = find(mark);
      if (found.isEmpty()) {
        return;
      }
      found.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static List<ProcessHandle> find(String mark) {
    if (!Files.isDirectory(PROC)) {
      return List.of();
    }
    String entry = VARIABLE + "=" + mark;
    long own = ProcessHandle.current().pid();
    try (Stream<Path> entries = Files.list(PROC)) {
      return entries
          .filter(dir -> String.valueOf(dir.getFileName()).matches("[1-9]\\d{0,9}"))
          .filter(dir -> carries(dir, entry))
          .map(dir -> Long.parseLong(String.valueOf(dir.getFileName())))
          .filter(pid -> pid != own)
          // Parents first: they are not to see their children die, and tell somebody.
          .sorted()
          .flatMap(pid -> ProcessHandle.of(pid).stream())
          .toList();
    } catch (IOException e) {
      throw new ServiceException("cannot list /proc: " + e.getMessage(), e);
    }
  }

  private static boolean carries(Path dir, String entry) {
    try {
      String environment = Files.readString(dir.resolve("environ"), StandardCharsets.ISO_8859_1);
      return Stream.of(environment.split("\0"))
          .anyMatch(variable -> variable.equals(entry) || variable.startsWith(entry + "."));
    } catch (IOException e) {
      // Another user's, or it has ended meanwhile.
      return false;
    }
  }
}
