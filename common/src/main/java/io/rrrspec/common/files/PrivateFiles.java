package io.rrrspec.common.files;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Makes files and directories that no other user of the machine can read or change, and refuses
 * those that others prepared: the owner of a directory decides what lies in it.
 *
 * <p>The modes are set when a file is made, not afterwards: who has it open keeps it open.
 */
public final class PrivateFiles {
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private PrivateFiles() {}

  /** Mode 0700, for {@link Files#createDirectory} and its like. */
  public static FileAttribute<?> directoryMode() {
    return PosixFilePermissions.asFileAttribute(DIRECTORY);
  }

  /** Mode 0600, for {@link Files#createFile} and its like. */
  public static FileAttribute<?> fileMode() {
    return PosixFilePermissions.asFileAttribute(FILE);
  }

  /**
   * Makes a directory that only this user can enter, with those above it that are missing; one that
   * is there and belongs to this user is closed to others.
   *
   * @param advice what a person can do if the directory is somebody else's
   * @return the same directory
   * @throws UsageException if it belongs to another user, or is a link of another user
   * @throws IOException if it cannot be made
   */
  public static Path directory(Path dir, String advice) throws IOException {
    Path parent = dir.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent, directoryMode());
    }
    try {
      Files.createDirectory(dir, directoryMode());
      return dir;
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(dir)) {
        throw e;
      }
    }
    requireOwn(dir, advice);
    setMode(dir.toRealPath(), DIRECTORY);
    return dir;
  }

  /**
   * Makes a directory that only this user can enter; one that is there is closed to others if it
   * belongs to this user, and left as it is if not. For directories that hold nothing that another
   * user could make this one run.
   */
  public static void closedDirectory(Path dir) throws IOException {
    Files.createDirectories(dir, directoryMode());
    if (OwnUser.owns(dir)) {
      setMode(dir, DIRECTORY);
    }
  }

  /**
   * Makes an empty file that only this user can read.
   *
   * @return false if there is something with this name already, which is left as it is
   */
  public static boolean create(Path file) throws IOException {
    try {
      Files.createFile(file, fileMode());
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /**
   * Closes a file to others, if it is there.
   *
   * @param advice what a person can do if the file is somebody else's
   * @throws UsageException if it belongs to another user, or is a link of another user
   */
  public static void narrow(Path file, String advice) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      requireOwn(file, advice);
      if (Files.isRegularFile(file)) {
        setMode(file.toRealPath(), FILE);
      }
    }
  }

  /**
   * Refuses what another user has put there. A link of root to a file of this user is fine.
   *
   * @throws UsageException in one line
   */
  public static void requireOwn(Path path, String advice) throws IOException {
    Path target = path;
    if (Files.isSymbolicLink(path)) {
      if (!OwnUser.owns(path) && OwnUser.ownerOf(path) != OwnUser.ROOT) {
        throw notOurs(path, OwnUser.ownerOf(path), advice);
      }
      target = path.toRealPath();
    }
    if (!OwnUser.owns(target)) {
      throw notOurs(path, OwnUser.ownerOf(target), advice);
    }
  }

  private static UsageException notOurs(Path path, int owner, String advice) {
    return new UsageException(
        path
            + " belongs to another user (uid "
            + owner
            + "), who could read and change what is kept there: "
            + advice);
  }

  private static void setMode(Path path, Set<PosixFilePermission> mode) throws IOException {
    Set<PosixFilePermission> now = Files.getPosixFilePermissions(path);
    // A file without a right for its owner was made so on purpose.
    if (!mode.containsAll(now)) {
      now.retainAll(mode);
      Files.setPosixFilePermissions(path, now);
    }
  }

  /**
   * Whether any user of the machine may make files in a directory, as in {@code /tmp}: then a file
   * with a known name may be anybody's.
   */
  public static boolean isOpenToAll(Path dir) throws IOException {
    return Files.getPosixFilePermissions(dir).contains(PosixFilePermission.OTHERS_WRITE);
  }
}
