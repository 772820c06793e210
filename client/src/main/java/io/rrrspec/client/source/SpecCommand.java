package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command of {@code spec_files} that prints the tasks of a run. */
final class SpecCommand {
  private SpecCommand() {}

  /**
   * Runs it by the shell.
   *
   * @param directory where
   * @return what it prints, without blank lines
   * @throws UsageException if it fails or prints nothing
   */
  static List<String> lines(String command, Path directory) {
    Path errors = temporary();
    try {
      Process process =
          new ProcessBuilder("/bin/bash", "-c", command)
              .directory(directory.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
              .redirectError(errors.toFile())
              .start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code != 0) {
        throw new UsageException(
            "spec_files: the command '"
                + command
                + "' ended with exit code "
                + code
                + said(errors));
      }
      List<String> lines =
          printed.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
      if (lines.isEmpty()) {
        throw new UsageException(
            "spec_files: the command '"
                + command
                + "' printed nothing: it has to print one a line");
      }
      return lines;
    } catch (IOException e) {
      throw new UsageException("spec_files: cannot run '" + command + "': " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("spec_files: interrupted in '" + command + "'", e);
    } finally {
      delete(errors);
    }
  }

  private static String said(Path errors) throws IOException {
    String text = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8);
    String last =
        text.lines().filter(line -> !line.isBlank()).reduce((a, b) -> b).orElse("").strip();
    return last.isEmpty() ? "" : ": " + last;
  }

  private static Path temporary() {
    try {
      return Files.createTempFile("spec-files", ".err");
    } catch (IOException e) {
      throw new UsageException("cannot write a temporary file: " + e.getMessage(), e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }
}
