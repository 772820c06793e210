package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.IoReason;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.rsync.RsyncCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts files of a workspace where clients fetch them, with rsync. */
final class FilesPush {
  /** Some files were gone or could not be read, and rsync has sent all others. */
  private static final Set<Integer> ALL_BUT_SOME = Set.of(23, 24);

  private FilesPush() {}

  /**
   * Puts them there.
   *
   * @param directory the name of the directory there
   * @param paths relative to the tree
   * @param list a file of any content, or none; gets the paths
   * @return why not all of them are there, in one line; empty if they are
   * @throws ServiceException if that fails, or takes longer than the limit
   */
  static String to(
      RsyncInfo place,
      String directory,
      Path tree,
      List<String> paths,
      Path list,
      CancellablePrograms programs,
      Duration limit)
      throws InterruptedException {
    try {
      Files.write(list, (String.join("\0", paths) + "\0").getBytes(StandardCharsets.UTF_8));
      CancellablePrograms.Outcome outcome =
          programs.run(
              Program.inOwnGroup(RsyncCommand.sendFiles(tree, place, directory, list)).limit(limit),
              tree,
              Map.of(),
              line -> {},
              line -> {});
      String said = outcome.lastLines().lines().findFirst().orElse("it took too long");
      if (ALL_BUT_SOME.contains(outcome.code())) {
        return "some files could not be sent: " + said;
      }
      if (outcome.code() != 0) {
        throw new ServiceException(
            "rsync could not send them (exit code " + outcome.code() + "): " + said);
      }
      return "";
    } catch (IOException e) {
      throw new ServiceException("a list of files cannot be written: " + IoReason.of(e), e);
    }
  }
}
