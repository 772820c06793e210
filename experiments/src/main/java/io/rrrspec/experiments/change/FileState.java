package io.rrrspec.experiments.change;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What stands at a path, to be put back: a file, a link, or nothing.
 *
 * @param bytes of a file
 * @param link what a link points to
 * @param time of a file
 * @param permissions of a file
 */
record FileState(
    Path path,
    byte @Nullable [] bytes,
    @Nullable Path link,
    @Nullable FileTime time,
    @Nullable Set<PosixFilePermission> permissions) {

  static FileState of(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return new FileState(path, null, Files.readSymbolicLink(path), null, null);
    }
    if (Files.isRegularFile(path)) {
      return new FileState(
          path,
          Files.readAllBytes(path),
          null,
          Files.getLastModifiedTime(path),
          Files.getPosixFilePermissions(path));
    }
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new IllegalArgumentException(path + " is no file");
    }
    return new FileState(path, null, null, null, null);
  }

  /** Puts it back, whatever stands there now. */
  void restore() throws IOException {
    if (bytes != null && time != null && permissions != null) {
      if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        Tree.deleteTree(path);
      }
      Files.write(path, bytes);
      Files.setPosixFilePermissions(path, permissions);
      Files.setLastModifiedTime(path, time);
      return;
    }
    Tree.deleteTree(path);
    if (link != null) {
      Files.createSymbolicLink(path, link);
    }
  }
}
