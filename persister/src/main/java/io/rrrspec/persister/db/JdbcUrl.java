package io.rrrspec.persister.db;

import io.rrrspec.common.UsageException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** JDBC URLs: the one of a user's own file, and how to show one to people. */
public final class JdbcUrl {
  private static final Pattern SECRET = Pattern.compile("(?i)(password=)[^;&]*");
  private static final Pattern USER_INFO = Pattern.compile("(//[^/?@:]*):[^/?@]*@");

  private static final Pattern USER_BEFORE_HOST = Pattern.compile("^jdbc:[a-z]+://[^/?]*@");

  private JdbcUrl() {}

  /**
   * The URL of an H2 database in a file that several processes of one host may open at once: the
   * first one serves the others.
   *
   * <p>{@code WRITE_DELAY=0} because by default H2 answers a commit up to half a second before it
   * is on disk, and the Redis keys of a run start to expire on that answer.
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
    String shown = SECRET.matcher(url).replaceAll("$1***");
    return USER_INFO.matcher(shown).replaceAll("$1:***@");
  }
}
