package io.rrrspec.worker.build.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a file system tells about a file without reading it. No program can set the time of the
 * entry (ctime), so that two equal stamps of one file mean the same content, unless both were taken
 * within one tick of the file system's clock: see {@link #isRacy}.
 *
 * @param kind f for a file, d for a directory, l for a symbolic link, o for anything else, - if
 *     there is nothing
 * @param mode permissions; 0 for a link
 * @param size in bytes
 * @param modified time of the content in nanoseconds
 * @param changed time of the entry in nanoseconds
 * @param inode the file system's number of it
 */
record FileStamp(char kind, int mode, long size, long modified, long changed, long inode) {
  static final FileStamp MISSING = new FileStamp('-', 0, 0, 0, 0, 0);

  private static final long SECOND = 1_000_000_000;

  /** Longer than a tick of Linux, at which it sets the times of files. */
  private static final long TICK = 50_000_000;

  private static final String ATTRIBUTES = "unix:mode,size,lastModifiedTime,ctime,ino";

  /** The stamp of a file itself, not of what a link points to. */
  static FileStamp of(Path path) throws IOException {
    Map<String, Object> is;
    try {
      is = Files.readAttributes(path, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return MISSING;
    } catch (java.nio.file.FileSystemException e) {
      // "Not a directory": a part of the path has become a file.
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        return MISSING;
      }
      throw e;
    }
    int mode = get(is, "mode", Integer.class);
    char kind =
        switch (mode & 0170000) {
          case 0100000 -> 'f';
          case 0040000 -> 'd';
          case 0120000 -> 'l';
          default -> 'o';
        };
    if (kind == 'd' || kind == 'o') {
      // What is in a directory counts, not when something came or went.
      return new FileStamp(kind, mode & 07777, 0, 0, 0, 0);
    }
    return new FileStamp(
        kind,
        kind == 'l' ? 0 : mode & 07777,
        get(is, "size", Long.class),
        get(is, "lastModifiedTime", FileTime.class).to(TimeUnit.NANOSECONDS),
        get(is, "ctime", FileTime.class).to(TimeUnit.NANOSECONDS),
        get(is, "ino", Long.class));
  }

  private static <T> T get(Map<String, Object> attributes, String name, Class<T> type)
      throws IOException {
    Object value = attributes.get(name);
    if (value == null) {
      throw new IOException("the file system tells no " + name);
    }
    return type.cast(value);
  }

  boolean exists() {
    return kind != '-';
  }

  boolean isFile() {
    return kind == 'f';
  }

  /** Whether the two may have the same content, which only reading can tell. */
  boolean mayEqual(FileStamp other) {
    return kind == other.kind && mode == other.mode && size == other.size;
  }

  /**
   * Whether the file can have changed after its stamp was taken without changing it.
   *
   * @param taken when the stamp was taken, by the clock of the file system, in nanoseconds
   */
  boolean isRacy(long taken) {
    // A file system that counts in seconds only.
    long tick = changed % SECOND == 0 ? 2 * SECOND : TICK;
    return isFile() && changed + tick >= taken;
  }
}
