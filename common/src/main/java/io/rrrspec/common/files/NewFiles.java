package io.rrrspec.common.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Makes place for files whose names others have chosen. */
public final class NewFiles {
  private NewFiles() {}

  /**
   * Makes the directories above a file that do not exist. Links on the way may lead anywhere, so
   * they are refused.
   *
   * @param tree the directory that must not be left; may be a link itself
   * @param target a path below it, without {@code ..}
   * @throws IOException if something on the way is no directory, or cannot be made
   */
  public static void makeDirectories(Path tree, Path target) throws IOException {
    Path directory = tree;
    for (Path name : tree.relativize(target)) {
      boolean isThere =
          directory.equals(tree)
              ? Files.isDirectory(directory)
              : Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
      if (!isThere) {
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
          throw new FileAlreadyExistsException(directory + " is no directory");
        }
        Files.createDirectory(directory);
      }
      directory = directory.resolve(name);
    }
  }
}
