package io.rrrspec.persister.db;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Turns what drivers throw into one line that says what to do. */
final class DatabaseErrors {
  private static final int H2_ALREADY_OPEN = 90020;
  private static final int H2_CORRUPT = 90030;
  private static final int H2_BROKEN = 90067;
  private static final int H2_CLOSED = 90098;
  private static final int H2_NOT_THERE = 90146;
  private static final int MYSQL_FULL = 1040;
  private static final int MYSQL_NO_DATABASE = 1049;
  private static final int MYSQL_NOT_ALLOWED = 1044;
  private static final int MYSQL_SHUTS_DOWN = 1053;

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
    SQLException sql = sqlException(error);
    String shown = "database " + JdbcUrl.withoutSecrets(url);
    if (firstLine(sql == null ? error : sql).matches(".*(?i)no suitable driver.*|.*get driver.*")) {
      // The pool's own words repeat the URL, with the password.
      return Dialect.of(url).cannotBeUnderstood(url, error);
    }
    if (sql == null) {
      return new ServiceException(shown + " failed: " + firstLine(error), error);
    }
    String message = shown + " " + explain(sql) + " (" + firstLine(sql) + ")";
    return isOutage(sql)
        ? new OutageException("the database", message, error)
        : new ServiceException(message, error);
  }

  /** Whether a unique key or another constraint was hit. */
  static boolean isConstraintViolation(Throwable error) {
    SQLException sql = sqlException(error);
    return sql != null && state(sql).startsWith("23");
  }

  /**
   * Whether two transactions that wrote the same were in each other's way, and this one was undone:
   * the row is there by now, or each waited for the other.
   */
  static boolean isCollision(Throwable error) {
    SQLException sql = sqlException(error);
    return isConstraintViolation(error) || (sql != null && state(sql).startsWith("40"));
  }

  private static String explain(SQLException error) {
    String state = state(error);
    if (error.getErrorCode() == H2_ALREADY_OPEN) {
      return "is locked by another process: end that one";
    }
    if (error.getErrorCode() == H2_CORRUPT) {
      return "is damaged: restore the file, or move it away to start with an empty one";
    }
    if (error.getErrorCode() == MYSQL_NOT_ALLOWED) {
      return "does not exist, or is not this user's: create it, grant it, or correct database_url";
    }
    if (state.startsWith("28")) {
      return "refuses this user or password: correct database_url, or restore the .password file that"
          + " belongs to the .mv.db of H2";
    }
    if (state.equals("3D000")
        || error.getErrorCode() == MYSQL_NO_DATABASE
        || error.getErrorCode() == H2_NOT_THERE) {
      return "does not exist: create it, or correct database_url";
    }
    if (isFull(error)) {
      return "takes no more connections: allow more, or end some";
    }
    if (isOutage(error)) {
      return "is out of reach: start it, or correct database_url";
    }
    return "failed";
  }

  /** Whether it may serve again without that anybody changes what is asked of it. */
  private static boolean isOutage(SQLException error) {
    String state = state(error);
    return state.startsWith("08")
        || state.startsWith("57P")
        || isFull(error)
        || error.getErrorCode() == H2_BROKEN
        || error.getErrorCode() == H2_CLOSED
        || error.getErrorCode() == MYSQL_SHUTS_DOWN;
  }

  private static boolean isFull(SQLException error) {
    return state(error).equals("53300") || error.getErrorCode() == MYSQL_FULL;
  }

  private static String state(SQLException error) {
    String state = error.getSQLState();
    return state == null ? "" : state;
  }

  private static @Nullable SQLException sqlException(Throwable error) {
    SQLException found = null;
    // The innermost is the one that the database itself sent; pools and libraries wrap it.
    for (Throwable t = error; t != null; t = t.getCause()) {
      if (t instanceof SQLException sql && sql.getSQLState() != null) {
        found = sql;
      }
    }
    return found;
  }

  private static String firstLine(Throwable error) {
    String message = error.getMessage();
    return message == null
        ? error.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
