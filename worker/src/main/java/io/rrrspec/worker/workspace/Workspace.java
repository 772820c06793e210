package io.rrrspec.worker.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.ProcessGroup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The directory in which a taskset runs.
 *
 * @param dir the directory: the user's own where the run is on one machine
 */
public record Workspace(Path dir) {
  private static final int LONGEST_LINE = 4_096;

  /**
   * Runs the set-up command, if there is one.
   *
   * @param lines gets each line of its output
   * @throws ServiceException if it does not end with 0
   */
  public void setUp(String command, Map<String, String> environment, Consumer<String> lines)
      throws InterruptedException {
    if (command.isBlank()) {
      return;
    }
    ProcessBuilder builder = new ProcessBuilder().directory(dir.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    ProcessGroup group = ProcessGroup.bash(command, builder);
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(group.output(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.accept(line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…");
      }
      int code = group.onExit().get();
      if (code != 0) {
        throw new ServiceException("set-up failed with exit code " + code);
      }
    } catch (IOException | java.util.concurrent.ExecutionException e) {
      throw new ServiceException("the output of set-up cannot be read: " + e.getMessage(), e);
    } finally {
      group.kill();
    }
  }
}
