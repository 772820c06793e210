package io.rrrspec.persister.record.database;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** JDBC URLs: the one of a user's own file, and how to show one to people. */
public final class JdbcUrl {
  private static final Pattern SECRET = Pattern.compile("(?i)(password[^=;&]*=)[^&]*");
  private static final Pattern H2_SECRET = Pattern.compile("(?i)(password[^=;]*=)[^;]*");
  private static final Pattern USER_INFO = Pattern.compile("(//[^/?@:]*):[^/?@]*@");

  private static final Pattern USER_BEFORE_HOST = Pattern.compile("^jdbc:[a-z]+://[^/?]*@");

  private JdbcUrl() {}

  /**
   * The URL of an H2 database in a file that several processes of one user may open at once: the
   * first one serves the others. {@link Database} adds the password, see {@link H2File}.
   *
   * @param file the file without its {@code .mv.db}; it and its directory are created where missing
   * @throws UsageException if the path holds a semicolon: it would be read as settings
   */
  public static String ofFile(Path file) {
    serveOnLoopbackOnly();
    Path absolute = file.toAbsolutePath().normalize();
    if (absolute.toString().contains(";")) {
      throw new UsageException(
          "the database cannot be in " + absolute + ": H2 takes no path with a semicolon");
    }
    return "jdbc:h2:file:" + absolute + ";AUTO_SERVER=TRUE;WRITE_DELAY=0;LOCK_TIMEOUT=10000";
  }

  /** The URL of an H2 database in the memory of this process: gone when it is closed. */
  public static String inMemory() {
    return "jdbc:h2:mem:rrrspec;LOCK_TIMEOUT=10000";
  }

  /**
   * The URL of the history in a user's data directory, which is made where it is missing, and
   * closed to other users.
   *
   * @throws UsageException if the directory belongs to another user, or cannot be made
   */
  public static String inDataDirectory(Path directory) {
    try {
      PrivateFiles.directory(directory, "set XDG_DATA_HOME to a directory of your own");
    } catch (IOException e) {
      throw new UsageException(
          "cannot use "
              + directory
              + " ("
              + e.getMessage()
              + "): set XDG_DATA_HOME to a directory"
              + " that can be written",
          e);
    }
    return ofFile(directory.resolve("history"));
  }

  /**
   * Keeps H2 from listening on every interface of the host when it serves a file to other
   * processes. H2 reads this once, when its first class is loaded, and has no setting in the URL.
   */
  static void serveOnLoopbackOnly() {
    if (System.getProperty("h2.bindAddress") == null) {
      System.setProperty("h2.bindAddress", "127.0.0.1");
    }
  }

  /** Whether it has {@code user@} or {@code user:password@} before the host. */
  static boolean namesUserBeforeHost(String url) {
    return USER_BEFORE_HOST.matcher(url).find();
  }

  /** The URL as it may be shown and logged: its password replaced by stars. */
  public static String withoutSecrets(String url) {
    Pattern secret = url.startsWith("jdbc:h2:") ? H2_SECRET : SECRET;
    String shown = secret.matcher(url).replaceAll("$1***");
    return USER_INFO.matcher(shown).replaceAll("$1:***@");
  }
}
