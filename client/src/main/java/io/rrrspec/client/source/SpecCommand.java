package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.process.LastLines;
import io.rrrspec.common.process.LineSplitter;
import io.rrrspec.common.process.Program;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The command of {@code spec_files} that prints the tasks of a run. */
final class SpecCommand {
  private static final int LONGEST_ERROR = 16 * 1_024;

  private SpecCommand() {}

  /**
   * Runs it by the shell.
   *
   * @param directory where
   * @return what it prints, without blank lines
   * @throws UsageException if it fails or prints nothing
   */
  static List<String> lines(String command, Path directory) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    LastLines errors = new LastLines(1, LONGEST_ERROR);
    int code = run(command, directory, printed, errors);
    if (code != 0) {
      String said = errors.text().strip();
      throw new UsageException(
          "spec_files: the command '"
              + command
              + "' ended with exit code "
              + code
              + (said.isEmpty() ? "" : ": " + said));
    }
    List<String> lines =
        printed
            .toString(StandardCharsets.UTF_8)
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList();
    if (lines.isEmpty()) {
      throw new UsageException(
          "spec_files: the command '" + command + "' printed nothing: it has to print one a line");
    }
    return lines;
  }

  /** In the group of this process: Ctrl-C ends it, too. */
  private static int run(String command, Path directory, OutputStream printed, LastLines errors) {
    try {
      return Program.of(List.of("/bin/bash", "-c", command))
          .directory(directory)
          .output(printed)
          .errors(new LineSplitter(StandardCharsets.UTF_8, LONGEST_ERROR, errors::add))
          .untilOutputEnds()
          .run()
          .exitCode();
    } catch (ServiceException e) {
      String why = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      throw new UsageException("spec_files: cannot run '" + command + "': " + why, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("spec_files: interrupted in '" + command + "'", e);
    }
  }
}
