package io.rrrspec.client.quarantine;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PrivateFiles;
import io.rrrspec.common.files.Sha256;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
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

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private FileTurn() {}

  /** What is done with the file. */
  interface Change<T> {
    T make() throws IOException;
  }

  /**
   * Changes a file while nobody else does.
   *
   * @param file in a directory that exists; it need not be there itself
   * @throws UsageException if others do so for longer than {@link #LIMIT}
   */
  static <T> T take(Path file, Change<T> change) throws IOException {
    Path lock = lockOf(file);
    synchronized (OF_THREADS) {
      // Nobody else can open it, and so keep it.
      PrivateFiles.create(lock);
      PrivateFiles.requireOwn(lock, "remove it, or set java.io.tmpdir to a directory of your own");
      try (FileChannel channel =
          FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
        await(channel, file);
        return change.make();
      }
    }
  }

  private static void await(FileChannel channel, Path file) throws IOException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (channel.tryLock() == null) {
      if (System.nanoTime() > end) {
        throw new UsageException(
            file
                + " is being changed by another program for more than "
                + LIMIT.toSeconds()
                + " s: try again");
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
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
