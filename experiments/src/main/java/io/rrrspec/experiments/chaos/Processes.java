package io.rrrspec.experiments.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The processes of one installation, known by the mark in their environment. */
final class Processes {
  /** What makes archives of classes beside a command ends by itself. */
  private static final String MAKES_ARCHIVE = "MAKES_ARCHIVE=";

  private final String entry;

  Processes(String mark) {
    this.entry = Place.VARIABLE + "=" + mark;
  }

  /** Whether a process is one of them: no other one may ever be hit. */
  boolean isOurs(long pid) {
    List<String> environment = environment(Path.of("/proc", Long.toString(pid)));
    return environment.contains(entry)
        && environment.stream().noneMatch(variable -> variable.startsWith(MAKES_ARCHIVE));
  }

  /** All of them. */
  List<Long> all() {
    try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
      return entries
          .map(path -> path.getFileName().toString())
          .filter(name -> name.matches("[1-9]\\d*"))
          .map(Long::parseLong)
          .filter(this::isOurs)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A process and all that it has started and that still knows it. */
  static List<Long> tree(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .map(ProcessHandle::pid)
        .toList();
  }

  /** Whether a process stands still because of SIGSTOP. */
  static boolean isStopped(long pid) {
    try {
      // The state comes after the name, which may have blanks and parentheses.
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.startsWith("T", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  /** The JVM of a slave, by its process group. */
  Optional<Long> slaveJvm(long group) {
    if (!isOurs(group)) {
      return Optional.empty();
    }
    return ProcessHandle.of(group).stream()
        .flatMap(ProcessHandle::children)
        .filter(child -> child.info().command().orElse("").endsWith("/java"))
        .map(ProcessHandle::pid)
        .findFirst();
  }

  /** A process as people know it. */
  static String describe(long pid) {
    try {
      return pid
          + " "
          + Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
              .replace('\0', ' ')
              .strip();
    } catch (IOException e) {
      return pid + " (ended)";
    }
  }

  private static List<String> environment(Path process) {
    try {
      return List.of(
          Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1).split("\0"));
    } catch (IOException e) {
      return List.of();
    }
  }
}
