package io.rrrspec.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The command lines of this machine's processes, whole: {@link ProcessHandle.Info#commandLine} ends
 * after one page of memory, and a class path is longer.
 */
public final class CommandLines {
  private CommandLines() {}

  /** Those of all processes, each with blanks between its words. */
  public static List<String> all() {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(entry -> Character.isDigit(entry.getFileName().toString().charAt(0)))
          .map(entry -> of(Long.parseLong(entry.getFileName().toString())))
          .flatMap(Optional::stream)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** That of one process; empty when it has ended, and as long as nobody has waited for it. */
  public static Optional<String> of(long pid) {
    try {
      byte[] words = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline"));
      return Optional.of(new String(words, StandardCharsets.UTF_8).replace('\0', ' ').strip())
          .filter(line -> !line.isEmpty());
    } catch (IOException e) {
      // It ended meanwhile.
      return Optional.empty();
    }
  }
}
