package io.rrrspec.persister.record.database;

import io.rrrspec.common.OutageException;
import java.io.File;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses to write into an H2 file whose disk is nearly full. H2 2.4.240 does not survive a write
 * that fails half-way: threads may hang, and closing the file may undo what was committed long
 * before. Servers look after themselves.
 */
public final class DiskRoom {
  private static final long MEGABYTE = 1 << 20;

  /** More than what one transaction writes, mostly by far. */
  private static final long WANTED = 64 * MEGABYTE;

  /** Of a small disk. */
  private static final int WANTED_PART = 8;

  private static final Pattern FILE =
      Pattern.compile("jdbc:h2:(?:file:|(?=[~/.])|(?![a-z]+:))([^;]+).*");

  private final String url;
  private final @Nullable File directory;

  private DiskRoom(String url, @Nullable File directory) {
    this.url = url;
    this.directory = directory;
  }

  /** The room that a database has; unlimited unless it is a file of H2. */
  public static DiskRoom of(String url) {
    Matcher matcher = FILE.matcher(url);
    if (!matcher.matches()) {
      return new DiskRoom(url, null);
    }
    String path = matcher.group(1).replaceFirst("^~", System.getProperty("user.home"));
    File directory = new File(path).getAbsoluteFile().getParentFile();
    while (directory != null && !directory.exists()) {
      directory = directory.getParentFile();
    }
    return new DiskRoom(url, directory);
  }

  /**
   * Looks whether there is room for another transaction.
   *
   * @throws OutageException if there is not
   */
  public void check() {
    if (directory == null || directory.getTotalSpace() == 0) {
      return;
    }
    long wanted = Math.min(WANTED, directory.getTotalSpace() / WANTED_PART);
    long free = directory.getUsableSpace();
    if (free < wanted) {
      throw new OutageException(
          OutageException.DATABASE,
          String.format(
              Locale.ROOT,
              "database %s has no room left on its disk: free some (%d MB are free in %s, and"
                  + " nothing is written with less than %d MB)",
              JdbcUrl.withoutSecrets(url),
              free / MEGABYTE,
              directory,
              Math.max(1, wanted / MEGABYTE)),
          null);
    }
  }
}
