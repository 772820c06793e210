package io.rrrspec.client.quarantine;

import io.rrrspec.common.files.Sha256;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;

/**
 * Lets one program of a user after the other change a file. The lock is on a file in the directory
 * for temporary files: nothing lies beside the file that is changed, which is committed. A lock on
 * that file itself would be gone as soon as its holder has read it, since Linux drops the locks of
 * a process on a file when the process closes it.
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
   * @param file in a directory that exists; it need not be there itself
   */
  static <T> T take(Path file, Change<T> change) throws IOException {
    synchronized (OF_THREADS) {
      try (FileChannel channel =
          FileChannel.open(
              lockOf(file),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS)) {
        channel.lock();
        return change.make();
      }
    }
  }

  private static Path lockOf(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    String text =
        System.getProperty("user.name", "") + "\n" + absolute.resolveSibling("").toRealPath();
    String name =
        HexFormat.of().formatHex(Sha256.ofText(text + "\n" + absolute.getFileName()), 0, 16);
    return Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "rrrspec-" + name + ".lock");
  }
}
