package io.rrrspec.persister.record.database;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/**
 * The password of an H2 file, in a file beside it that only its owner can read. All processes of
 * that user read it there; the first one makes it.
 *
 * <p>The first line is the password; a second one says that the database lets nobody in without.
 */
record H2Password(Path file) {
  private static final int BYTES = 24;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String CLOSED =
      "# The password of the user RRRSPEC, the only one that this database has.";

  /**
   * What the file says.
   *
   * @param password never empty
   * @param closed whether the database is known to have no user without a password
   */
  record Content(String password, boolean closed) {}

  /** The one for a database. */
  static H2Password of(Path database) {
    return new H2Password(Path.of(database + ".password"));
  }

  /**
   * Reads it, or makes one where there is none. Of several processes that do so at once all get the
   * same one.
   *
   * @param closed whether the database is still to be made, so that nobody has a user in it
   * @throws ServiceException if it cannot be read or written, or is empty
   * @throws io.rrrspec.common.UsageException if it belongs to another user
   */
  Content readOrMake(boolean closed) {
    try {
      if (!Files.exists(file)) {
        make(closed);
      }
      PrivateFiles.narrow(file, "run this as that user, or set database_url to a file of your own");
      List<String> lines = Files.readAllLines(file);
      if (lines.isEmpty() || lines.get(0).isBlank()) {
        throw new ServiceException(
            file + " is empty, and should hold the password of the database: restore it");
      }
      return new Content(lines.get(0).strip(), lines.contains(CLOSED));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Notes that the database lets nobody in without the password. */
  void noteClosed(String password) {
    try {
      Path draft = draft(password + "\n" + CLOSED + "\n");
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** As a link, so that nobody ever sees it half written and the first one stays. */
  private void make(boolean closed) throws IOException {
    byte[] secret = new byte[BYTES];
    RANDOM.nextBytes(secret);
    Path draft = draft(HexFormat.of().formatHex(secret) + "\n" + (closed ? CLOSED + "\n" : ""));
    try {
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException e) {
      // Another process was first: its password is the one.
      return;
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** A file of mode 0600, as all that Java makes with a random name. */
  private Path draft(String text) throws IOException {
    Path draft = Files.createTempFile(file.toAbsolutePath().getParent(), ".password", ".new");
    Files.writeString(draft, text);
    return draft;
  }

  private ServiceException unusable(IOException e) {
    return new ServiceException(
        "cannot read or write " + file + ", the password of the database: " + e.getMessage(), e);
  }
}
