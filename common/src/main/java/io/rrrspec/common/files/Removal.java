package io.rrrspec.common.files;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Removes directories of which nobody knows what was written into them. */
public final class Removal {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private Removal() {}

  /**
   * Removes a directory with all in it, if it is there; links are not followed.
   *
   * @throws ServiceException if something of it stays
   * @throws InterruptedException if this thread is interrupted; then it may be there still
   */
  public static void of(Path root) throws InterruptedException {
    try {
      // Mostly there is nothing in it, and no program is needed.
      Files.deleteIfExists(root);
      return;
    } catch (IOException notEmpty) {
      remove(root);
    }
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      // Directories that their owner has closed.
      run("chmod", "-R", "u+rwX", root.toString());
      remove(root);
    }
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      throw new ServiceException(
          "cannot remove " + root + ", which a job has left: remove it by hand");
    }
  }

  /** A program: trees may be deeper than a path is long. */
  private static void remove(Path root) throws InterruptedException {
    run("rm", "-rf", "--", root.toString());
  }

  private static void run(String... command) throws InterruptedException {
    var unused = Program.inOwnGroup(List.of(command)).limit(LIMIT).run();
  }
}
