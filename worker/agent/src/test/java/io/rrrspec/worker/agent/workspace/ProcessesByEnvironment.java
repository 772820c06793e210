package io.rrrspec.worker.agent.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds processes by a variable in their environment. */
public final class ProcessesByEnvironment {
  private ProcessesByEnvironment() {}

  /** How many processes have it, as {@code NAME=value}. */
  public static long with(String variable) throws IOException {
    try (Stream<Path> dirs = Files.list(Path.of("/proc"))) {
      return dirs.filter(dir -> dir.getFileName().toString().matches("\\d+"))
          .filter(dir -> has(dir, variable))
          .count();
    }
  }

  private static boolean has(Path dir, String variable) {
    try {
      String environment = Files.readString(dir.resolve("environ"), StandardCharsets.ISO_8859_1);
      return List.of(environment.split("\0")).contains(variable);
    } catch (IOException e) {
      return false;
    }
  }
}
