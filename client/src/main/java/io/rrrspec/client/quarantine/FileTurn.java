package io.rrrspec.client.quarantine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets one program after the other change a file that each of them replaces by a move. The lock is
 * on the file itself, so that nothing else lies beside it; who gets the lock of a file that was
 * replaced meanwhile tries again.
 */
final class FileTurn {
  /** The locks of one JVM do not keep its threads from each other. */
  private static final Object OF_THREADS = new Object();

  private FileTurn() {}

  /** What is done with the file. */
  interface Change<T> {
    T make() throws IOException;
  }

  /**
   * Changes a file while nobody else does.
   *
   * @param file made, without content, if there is none
   */
  static <T> T take(Path file, Change<T> change) throws IOException {
    synchronized (OF_THREADS) {
      while (true) {
        try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
          Object opened = number(file);
          channel.lock();
          if (opened != null && opened.equals(number(file))) {
            return change.make();
          }
        }
      }
    }
  }

  /** Which file it is; null if there is none. */
  private static @Nullable Object number(Path file) throws IOException {
    return Files.exists(file)
        ? Objects.requireNonNullElse(
            Files.readAttributes(file, BasicFileAttributes.class).fileKey(), file)
        : null;
  }
}
