package io.rrrspec.acceptance.privacy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The processes that carry a mark in their environment, as their children do; from {@code /proc}.
 */
record OurProcesses(String mark) {
  static final String VARIABLE = "PRIVACY_MARK";

  private static final Pattern LISTENING =
      Pattern.compile(
          "^\\s*\\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F:]+ 0A (?:\\S+ ){3}\\s*\\d+\\s+\\d+ (\\d+) .*");

  /** The command lines, which every user of the machine can read. */
  List<String> commandLines() throws IOException {
    return ours().stream().map(dir -> read(dir.resolve("cmdline")).replace('\0', ' ')).toList();
  }

  /** The TCP ports on which they listen. */
  Set<Integer> ports() throws IOException {
    Set<String> sockets = new TreeSet<>();
    for (Path dir : ours()) {
      try (Stream<Path> open = Files.list(dir.resolve("fd"))) {
        open.map(OurProcesses::link).forEach(sockets::add);
      } catch (IOException e) {
        continue; // it has ended
      }
    }
    Set<Integer> ports = new TreeSet<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : read(Path.of("/proc/net", table)).lines().toList()) {
        Matcher row = LISTENING.matcher(line);
        if (row.matches() && sockets.contains("socket:[" + row.group(2) + "]")) {
          ports.add(Integer.parseInt(row.group(1), 16));
        }
      }
    }
    return ports;
  }

  /** With all that they have started: Redis writes its title over its environment. */
  private Set<Path> ours() throws IOException {
    Set<Path> found = new TreeSet<>();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path dir : processes.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
        if (read(dir.resolve("environ")).contains(VARIABLE + "=" + mark + "\0")) {
          found.add(dir);
          ProcessHandle.of(Long.parseLong(dir.getFileName().toString())).stream()
              .flatMap(ProcessHandle::descendants)
              .map(child -> Path.of("/proc", Long.toString(child.pid())))
              .forEach(found::add);
        }
      }
    }
    return found;
  }

  private static String link(Path fd) {
    try {
      return Files.readSymbolicLink(fd).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
