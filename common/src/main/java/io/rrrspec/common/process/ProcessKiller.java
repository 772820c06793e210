package io.rrrspec.common.process;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Ends processes that are not, or not only, known as children: whole groups by their id, and those
 * that carry a mark in their environment. Children inherit the mark: so those are found that have
 * left their group with {@code setsid}. Where there is no /proc, none are found by their mark.
 *
 * <p>{@link ChildProcess#kill} ends one child and its group, {@link ProcessTree#kill} also what has
 * left the group.
 */
public final class ProcessKiller {
  private static final Path PROC = Path.of("/proc");

  /** A process may start another one while we look. */
  private static final int MOST_LOOKS = 5;

  private static final int SIGNAL_SECONDS = 5;

  private ProcessKiller() {}

  /**
   * Sends a signal to a process group.
   *
   * @param group the id of the group, above 1
   * @param signal the name of the signal: {@code TERM}, {@code KILL}, …
   * @throws ServiceException if no program can be started that sends it
   */
  public static void signalGroup(long group, String signal) {
    if (group <= 1) {
      throw new IllegalArgumentException("no group of ours: " + group);
    }
    try {
      // No Program: that would end with this thread if it is interrupted, and nothing be killed.
      signaller(signal, group).waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new ServiceException("cannot run /bin/kill: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Process signaller(String signal, long group) throws IOException {
    try {
      return start("/bin/kill", "-" + signal, "--", "-" + group);
    } catch (IOException e) {
      // Small images have no such program; the shell has a command of its own.
      return start("/bin/bash", "-c", "kill -" + signal + " -- -" + group);
    }
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /**
   * Kills all processes that carry a mark, but never the process that calls this.
   *
   * @param mark theirs, or what theirs begins with, up to a dot
   * @throws ServiceException if the processes cannot be listed
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

  /**
   * Kills what a process that was itself killed has left running: all control groups and processes
   * with marks that begin with its own.
   *
   * @param mark what their marks begin with, up to a dot
   * @throws ServiceException if the processes cannot be listed
   */
  public static void killLeftBehind(String mark) {
    Cgroup.killAll(mark);
    killMarked(mark);
  }

  private static List<ProcessHandle> find(String mark) {
    if (!Files.isDirectory(PROC)) {
      return List.of();
    }
    String entry = ChildEnvironment.MARK + "=" + mark;
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
