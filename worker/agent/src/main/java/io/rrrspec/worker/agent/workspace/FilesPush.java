package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
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
import org.jspecify.annotations.Nullable;

/** Puts files of a workspace where clients fetch them, with rsync. */
final class FilesPush {
  private FilesPush() {}

  /**
   * Puts them there.
   *
   * @param directory the name of the directory there
   * @param paths relative to the tree
   * @throws ServiceException if that fails, or takes longer than the limit
   */
  static void to(
      RsyncInfo place,
      String directory,
      Path tree,
      List<String> paths,
      CancellablePrograms programs,
      Duration limit)
      throws InterruptedException {
    Path list = null;
    try {
      list = Files.createTempFile("rrrspec-collect", ".list");
      Files.write(list, (String.join("\0", paths) + "\0").getBytes(StandardCharsets.UTF_8));
      CancellablePrograms.Outcome outcome =
          programs.run(
              Program.inOwnGroup(RsyncCommand.sendFiles(tree, place, directory, list)).limit(limit),
              tree,
              Map.of(),
              line -> {},
              line -> {});
      if (outcome.code() != 0) {
        throw new ServiceException(
            "rsync could not send them (exit code "
                + outcome.code()
                + "): "
                + outcome.lastLines().lines().findFirst().orElse("it took too long"));
      }
    } catch (IOException e) {
      throw new ServiceException("a list of files cannot be written: " + e.getMessage(), e);
    } finally {
      delete(list);
    }
  }

  private static void delete(@Nullable Path list) {
    if (list != null) {
      try {
        Files.deleteIfExists(list);
      } catch (IOException e) {
        list.toFile().deleteOnExit();
      }
    }
  }
}
