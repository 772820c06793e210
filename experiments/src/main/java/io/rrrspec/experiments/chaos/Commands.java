package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Commands of the system that have to succeed. */
final class Commands {
  private Commands() {}

  /** Runs one. */
  static void run(String... command) {
    run(List.of(command), "");
  }

  /** Runs one that reads a text. */
  static void run(List<String> command, String input) {
    String unused = output(command, input);
  }

  /** The same; what it prints. */
  static String output(List<String> command, String input) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.onExit().join().exitValue() != 0) {
        throw new ServiceException(
            String.join(" ", command) + " fails; it needs root on Linux: " + said.strip());
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
