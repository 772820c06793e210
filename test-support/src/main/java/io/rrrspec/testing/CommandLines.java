package io.rrrspec.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/**
 * The command lines of this machine's processes, whole: {@link ProcessHandle.Info#commandLine} ends
 * after one page of memory, and a class path is longer.
 */
public final class CommandLines {
  private CommandLines() {}

  /** Those of all processes, each with blanks between its words. */
  public static List<String> all() {
    return all(pid -> true);
  }

  /** Those of all processes but {@linkplain #makesArchive makers of archives}. */
  public static List<String> exceptArchiveMakers() {
    return all(pid -> !makesArchive(pid));
  }

  private static List<String> all(LongPredicate wanted) {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .map(entry -> String.valueOf(entry.getFileName()))
          .filter(name -> Character.isDigit(name.charAt(0)))
          .mapToLong(Long::parseLong)
          .filter(wanted)
          .mapToObj(CommandLines::of)
          .flatMap(Optional::stream)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * True for what makes an archive of classes in the background, as <code>MAKES_ARCHIVE</code> in
   * its environment says, and for the launcher's shell that waits for it, which still has the
   * command line of the command that was given: they end by themselves, after some minutes on a
   * busy machine.
   */
  public static boolean makesArchive(long pid) {
    String line = of(pid).orElse("");
    return line.contains("-XX:ArchiveClassesAtExit")
        || (line.startsWith("/bin/bash ") && line.contains("/bin/rrrspec-java run "))
        || environmentOf(pid).contains("\0MAKES_ARCHIVE=");
  }

  /** Its variables as it was started with, with a 0 before each; empty when it has ended. */
  private static String environmentOf(long pid) {
    try {
      byte[] variables = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ"));
      return '\0' + new String(variables, StandardCharsets.UTF_8);
    } catch (IOException e) {
      // It ended meanwhile, or is somebody else's.
      return "";
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
