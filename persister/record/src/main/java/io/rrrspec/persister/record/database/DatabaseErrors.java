package io.rrrspec.persister.record.database;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import java.sql.SQLException;
import java.util.Set;

/** Turns what drivers throw into one line that says what to do. */
public final class DatabaseErrors {
  private static final int H2_ALREADY_OPEN = 90020;
  private static final int H2_NOT_THERE = 90146;
  private static final int MYSQL_FULL = 1040;
  private static final int MYSQL_FULL_OF_THIS_USER = 1203;
  private static final int MYSQL_NO_DATABASE = 1049;
  private static final int MYSQL_NOT_ALLOWED = 1044;

  /** MariaDB's driver about a certificate; {@code verify-full} and {@code verify-ca} look at it. */
  private static final String SELF_SIGNED = "Self signed certificates";

  private static final String OTHER_HOST = "SSL hostname verification failed";

  private static final Set<Integer> MYSQL_DISK_FULL = Set.of(3, 20, 1021, 1026, 1114);
  private static final Set<Integer> MYSQL_NO_MEMORY = Set.of(5, 1037, 1038, 1041, 1135);
  private static final Set<Integer> READ_ONLY = Set.of(1290, 1836, 1874, 90097);

  private DatabaseErrors() {}

  /**
   * The exception to throw instead.
   *
   * @param url where the database is, with or without a password in it
   * @param error what was thrown; one of our own exceptions is returned as it is
   */
  static RrrspecException explain(String url, Throwable error) {
    if (error instanceof RrrspecException own) {
      return own;
    }
    SQLException sql = Trouble.cause(error);
    String shown = "database " + JdbcUrl.withoutSecrets(url);
    if (firstLine(sql == null ? error : sql).matches(".*(?i)no suitable driver.*|.*get driver.*")) {
      // The pool's own words repeat the URL, with the password.
      return Dialect.of(url).cannotBeUnderstood(url, error);
    }
    if (sql == null) {
      return new ServiceException(shown + " failed: " + firstLine(error), error);
    }
    Trouble trouble = Trouble.of(sql);
    // What H2 says of a file that is not there is about a setting which only we have made.
    String said = sql.getErrorCode() == H2_NOT_THERE ? "" : " (" + firstLine(sql) + ")";
    String message = shown + " " + explain(sql, trouble, Handover.isFile(url)) + said;
    return switch (trouble) {
      case OUTAGE, DAMAGE -> new OutageException(OutageException.DATABASE, message, error);
      case COLLISION, UNKNOWN -> new UnknownTroubleException(message, error);
      case VALUES -> new ServiceException(message, error);
    };
  }

  /** Whether a unique key or another constraint was hit. */
  public static boolean isConstraintViolation(Throwable error) {
    SQLException sql = Trouble.cause(error);
    return sql != null && state(sql).startsWith("23");
  }

  /**
   * Whether two transactions that wrote the same were in each other's way, and this one was undone:
   * the row is there by now, or each waited for the other.
   */
  public static boolean isCollision(Throwable error) {
    SQLException sql = Trouble.cause(error);
    return isConstraintViolation(error) || (sql != null && Trouble.of(sql) == Trouble.COLLISION);
  }

  private static String explain(SQLException error, Trouble trouble, boolean isFile) {
    return switch (trouble) {
      case OUTAGE -> outage(error, isFile);
      case DAMAGE ->
          "is damaged: restore it from a backup, or move it away to start with an empty one; what"
              + " is not in it yet stays in Redis";
      case VALUES ->
          String.valueOf(error.getMessage()).contains("max_allowed_packet")
              ? "takes no packet so large: raise its max_allowed_packet"
              : "refuses the values";
      case COLLISION -> "had another transaction in the way";
      case UNKNOWN -> "failed";
    };
  }

  private static String outage(SQLException error, boolean isFile) {
    String state = state(error);
    int code = error.getErrorCode();
    String message = String.valueOf(error.getMessage());
    if (message.contains(Trouble.MYSQL_KEY)) {
      return "takes passwords only over TLS, or encrypted with its key: add"
          + " sslMode=verify-ca&serverSslCert=FILE to database_url, where FILE is ca.pem of MySQL's"
          + " data directory, or allowPublicKeyRetrieval=true if nobody else is on the way to it";
    }
    if (message.contains(SELF_SIGNED)) {
      return "shows a certificate of an unknown authority: add serverSslCert=FILE to database_url,"
          + " where FILE has the authority's certificate; MySQL's is ca.pem of its data directory";
    }
    if (message.contains(OTHER_HOST)) {
      return "shows a certificate for another host: use the host's name of the certificate in"
          + " database_url, or sslMode=verify-ca if everything that the authority signs is yours";
    }
    if (code == H2_ALREADY_OPEN) {
      return "is locked by another process: end that one";
    }
    if (code == MYSQL_NOT_ALLOWED) {
      return "does not exist, or is not this user's: create it, grant it, or correct database_url";
    }
    if (state.startsWith("28")) {
      return "refuses this user or password: correct database_url, or restore the .password file"
          + " that belongs to the .mv.db of H2";
    }
    if (code == H2_NOT_THERE) {
      return "does not exist: start a persister with this database_url first, or correct it";
    }
    if (state.equals("3D000") || code == MYSQL_NO_DATABASE) {
      return "does not exist: create it, or correct database_url";
    }
    if (state.equals("53300") || code == MYSQL_FULL || code == MYSQL_FULL_OF_THIS_USER) {
      return "takes no more connections: allow more, or end some";
    }
    if (state.equals("53100") || MYSQL_DISK_FULL.contains(code) || isDiskFull(error)) {
      return "has no room left on its disk: free some";
    }
    if (state.startsWith("53") || MYSQL_NO_MEMORY.contains(code)) {
      return "is short of memory or another resource: give it more";
    }
    if (state.equals("25006") || READ_ONLY.contains(code)) {
      return "is read-only: wait for the end of its failover, or correct database_url";
    }
    if (state.startsWith("42")) {
      return "does not allow this user what rrrspec-java does, or has tables of another version:"
          + " grant it, or use the newest rrrspec-java";
    }
    // The history of `run` is a file, too, and no setting says where.
    return isFile
        ? "is out of reach: the process that had it open has ended; try again"
        : "is out of reach: start it, or correct database_url";
  }

  /** H2 says so somewhere below its own errors. */
  private static boolean isDiskFull(Throwable error) {
    for (Throwable t = error; t != null; t = t.getCause()) {
      String message = t.getMessage();
      if (message != null && message.contains("No space left on device")) {
        return true;
      }
    }
    return false;
  }

  private static String state(SQLException error) {
    String state = error.getSQLState();
    return state == null ? "" : state;
  }

  private static String firstLine(Throwable error) {
    String message = error.getMessage();
    return message == null
        ? error.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
