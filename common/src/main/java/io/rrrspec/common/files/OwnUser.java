package io.rrrspec.common.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Tells whose files are whose: the user that this process runs as, by its number. */
public final class OwnUser {
  /** The superuser can read and change everything anyway. */
  public static final int ROOT = 0;

  private static final int UNKNOWN = -1;
  private static final int UID = find();

  private OwnUser() {}

  /** The number of the user that this process runs as; -1 where there is no {@code /proc}. */
  public static int uid() {
    return UID;
  }

  /** Whether a file belongs to this user; links are not followed. True where nobody can tell. */
  static boolean owns(Path path) throws IOException {
    return UID == UNKNOWN || ownerOf(path) == UID;
  }

  /** The number of the user that a file belongs to; links are not followed. */
  static int ownerOf(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }

  /** The effective one, the second of four. */
  private static int find() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("Uid:"))
          .mapToInt(line -> (int) Long.parseLong(line.split("\\s+")[2]))
          .findFirst()
          .orElse(UNKNOWN);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
