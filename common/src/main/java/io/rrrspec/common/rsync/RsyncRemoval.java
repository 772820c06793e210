package io.rrrspec.common.rsync;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.process.LastLines;
import io.rrrspec.common.process.LineSplitter;
import io.rrrspec.common.process.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Removes a directory from the place where clients put sources. */
public final class RsyncRemoval {
  private RsyncRemoval() {}

  /**
   * Removes it with all in it; harmless if it is not there.
   *
   * @param name of the directory, a safe name
   * @param limit how long that may take
   * @return what stood in the way, in one line; empty if it is gone
   */
  public static String of(RsyncInfo where, String name, Duration limit) {
    LastLines said = new LastLines(1, 500);
    Path nothing = temporary();
    try {
      int code =
          Program.inOwnGroup(RsyncCommand.remove(where, name, nothing))
              .errors(new LineSplitter(StandardCharsets.UTF_8, 500, said::add))
              .limit(limit)
              .killedAtExit()
              .run()
              .exitCode();
      return code == 0 ? "" : "rsync ended with " + code + ": " + said.text();
    } catch (ServiceException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "this process ends";
    } finally {
      delete(nothing);
    }
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("rrrspec-nothing");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) {
    try {
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      directory.toFile().deleteOnExit();
    }
  }
}
