package io.rrrspec.common.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Replaces a file in one move: a reader sees the old file or the new one, and if the disk is full
 * the old one stays.
 */
public final class ReplacedFile {
  private ReplacedFile() {}

  /** Makes the new file. */
  public interface Content {
    /**
     * Makes it.
     *
     * @param fresh where; in the directory of the file that is replaced, and not there yet
     */
    void write(Path fresh) throws IOException;
  }

  /**
   * Replaces a file, or makes it.
   *
   * @param file in a directory that exists; not a directory itself
   * @throws IOException if that fails; then the file is as it was
   */
  public static void write(Path file, Content content) throws IOException {
    // A short name: that of the file may be as long as a name can be.
    Path fresh = file.resolveSibling(".rrrspec-" + ProcessHandle.current().pid());
    Files.deleteIfExists(fresh);
    try {
      content.write(fresh);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
