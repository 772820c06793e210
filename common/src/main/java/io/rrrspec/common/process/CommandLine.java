package io.rrrspec.common.process;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Command lines of users. */
public final class CommandLine {
  private CommandLine() {}

  /**
   * The program that a command line is, in a group of its own: the executable file of that name, if
   * there is one, and a line for {@code bash -c} otherwise. Its directory is still to be set.
   *
   * @param directory where it is to run
   */
  public static Program program(String command, Path directory) {
    Path file = executable(command, directory);
    return Program.inOwnGroup(
        file == null
            ? List.of("/bin/bash", "-c", command)
            : List.of("/bin/bash", "-c", "exec \"$0\"", file.toString()));
  }

  private static @Nullable Path executable(String command, Path directory) {
    try {
      Path path = directory.resolve(command);
      return Files.isRegularFile(path) && Files.isExecutable(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
