package io.rrrspec.persister.record.database;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to connect to an H2 file so that no other user of the machine can: who may connect as an
 * administrator of H2, as all of ours do, can run any code as the user whose process serves it.
 *
 * <p>Persister, viewer, runs and clients share a file: the first one to open it serves the others
 * on a port of loopback (AUTO_SERVER), which every user of the machine reaches. So it has a
 * password, which stands beside it ({@link H2Password}), and its files are for their owner alone
 * ({@link PrivateH2Files}). A database that an earlier version made without a password gets one
 * when it is opened.
 *
 * @param url for the driver
 * @param user null if the URL names one, with a password
 * @param password null if the URL has one
 * @param open where to note that the database is closed to everybody else; null if it is known to
 *     be
 */
public record H2File(
    String url, @Nullable String user, @Nullable String password, @Nullable H2Password open) {
  /** The administrator that we make; the name of nobody else's user in an old database. */
  static final String USER = "RRRSPEC";

  private static final List<String> ENDINGS = List.of(".mv.db", ".lock.db", ".trace.db");
  private static final String ADVICE =
      "run this as that user, or set database_url to a file of your own";

  /**
   * By default other processes may open the file at the same time; a commit is on disk when H2 says
   * so, since the Redis keys of a run start to expire then.
   */
  static final Map<String, String> DEFAULTS =
      Map.of("AUTO_SERVER", "TRUE", "WRITE_DELAY", "0", "LOCK_TIMEOUT", "10000");

  /**
   * Finds out how to connect; makes the password, and closes the files to other users.
   *
   * @param url of {@code database_url}, or {@link JdbcUrl#ofFile}
   * @throws UsageException if the file belongs to another user, lies where all users may write, or
   *     the URL names a user without a password
   * @throws ServiceException if the password cannot be read or written
   */
  public static H2File of(String url) {
    H2Url parsed = H2Url.parse(url);
    Path file = parsed.file();
    if (file == null) {
      return new H2File(url, null, null, null);
    }
    if (!parsed.hasPassword() && parsed.namesUser()) {
      throw new UsageException(
          "database_url "
              + JdbcUrl.withoutSecrets(url)
              + " names a user without a password: leave USER and PASSWORD out, then one is made,"
              + " or give both");
    }
    PrivateH2Files.register();
    String driverUrl = parsed.forDriver(PrivateH2Files.SCHEME, DEFAULTS);
    boolean exists = Files.exists(Path.of(file + ENDINGS.get(0)));
    if (!exists && Boolean.parseBoolean(parsed.settings().get("IFEXISTS"))) {
      // Nothing is made for a reader.
      return new H2File(driverUrl, null, null, null);
    }
    closeFiles(file);
    if (parsed.hasPassword()) {
      return new H2File(driverUrl, null, null, null);
    }
    H2Password secret = H2Password.of(file);
    H2Password.Content content = secret.readOrMake(!exists);
    return new H2File(driverUrl, USER, content.password(), content.closed() ? null : secret);
  }

  private static void closeFiles(Path file) {
    try {
      Path directory = file.getParent();
      if (directory != null) {
        Files.createDirectories(directory, PrivateFiles.directoryMode());
        if (PrivateFiles.isOpenToAll(directory)) {
          throw new UsageException(
              "every user of this machine may write to "
                  + directory
                  + ", so no database is safe there: set database_url to a file in a directory of"
                  + " your own");
        }
      }
      for (String ending : ENDINGS) {
        PrivateFiles.narrow(Path.of(file + ending), ADVICE);
      }
    } catch (IOException e) {
      throw new ServiceException(
          "cannot use the database " + file + ": " + e + ": write another path in database_url", e);
    }
  }
}
