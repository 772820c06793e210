package io.rrrspec.persister.record.database;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says what an error of a database means for the caller. The codes are those of PostgreSQL's
 * appendix "Error Codes", of MariaDB's errmsg-utf8.txt, and of H2's {@code ErrorCode}; what full
 * disks say was tried out with all three.
 */
enum Trouble {
  /** The database does not serve anybody now. The same call may succeed later, unchanged. */
  OUTAGE,

  /** The files of the database are damaged: a person has to restore them. Nothing is lost yet. */
  DAMAGE,

  /** Another transaction was in the way. The same call may succeed at once, unchanged. */
  COLLISION,

  /** The database refuses these values, and will refuse them again. */
  VALUES,

  /** Nothing is known about this error. The same call may succeed later. */
  UNKNOWN;

  /** MariaDB and MySQL: disk, memory, connections, users, read-only servers, killed connections. */
  private static final Set<Integer> MYSQL_OUTAGES =
      Set.of(
          3, // error writing a temporary file
          5, // out of memory
          20, // disk full, waiting for somebody to free some space
          1021, // disk full
          1026, // error writing a file
          1037, // out of memory
          1038, // out of sort memory
          1040, // too many connections
          1041, // out of memory
          1044, // this user may not use this database
          1049, // no such database
          1053, // the server shuts down
          1114, // the table is full: no room for the file of InnoDB
          1129, // this host is blocked because of connection errors
          1130, // this host may not connect
          1135, // cannot create a thread
          1203, // too many connections of this user
          1226, // the user has used up a resource
          1290, // the server runs with --read-only
          1836, // the server is read-only
          1874, // InnoDB is read-only
          1927, // the connection was killed
          3032); // the server is in offline mode

  /** MariaDB and MySQL: broken tables and indexes. */
  private static final Set<Integer> MYSQL_DAMAGES = Set.of(1034, 1194, 1195, 1712, 1817, 1877);

  /** MariaDB and MySQL: what does not fit, though the class of its SQLSTATE says something else. */
  private static final Set<Integer> MYSQL_VALUES =
      Set.of(
          1118, // row too large
          1153, // packet larger than max_allowed_packet; its SQLSTATE is that of a lost connection
          1162, // result larger than max_allowed_packet
          1366); // text that the column's character set does not have

  private static final Set<Integer> MYSQL_COLLISIONS =
      Set.of(
          1020, // changed since the transaction began; MariaDB from 11.6.2 on says so
          1205, // waited too long for a lock
          1213, // deadlock
          1689); // a lock of the table was not to be waited for

  private static final Set<Integer> H2_OUTAGES =
      Set.of(
          90007, // the connection is closed
          90013, // no such database
          90020, // open in another process
          90024, // cannot rename a file
          90025, // cannot delete a file
          90028, // cannot read or write a file
          90031, // cannot read or write a file
          90048, // the file is of another version
          90061, // cannot open a port
          90062, // cannot create a file
          90067, // the connection is broken
          90097, // the file is read-only
          90098, // the database has closed itself
          90108, // out of memory
          90117, // connections of others are not allowed
          90121, // the process that serves the file ends
          90135, // somebody else has the database alone
          90146, // no such file
          90149); // no such database on the server

  private static final int H2_CORRUPT = 90030;
  private static final int H2_GENERAL = 50000;
  private static final Set<Integer> H2_COLLISIONS = Set.of(50200, 90131);

  /** The error of H2's file layer within a general error: {@code [2.4.240/2]}. */
  private static final Pattern H2_STORE = Pattern.compile("\\[[0-9.]+/([0-9]+)\\]");

  /** Reading failed, writing failed, closed. */
  private static final Set<String> H2_STORE_OUTAGES = Set.of("1", "2", "4");

  private static final String H2_STORE_CORRUPT = "6";

  /** MariaDB's driver says so with the SQLSTATE of a lost connection, or with one of its own. */
  private static final String PACKET = "max_allowed_packet";

  /**
   * What MariaDB's driver says, with the SQLSTATE of wrong arguments, when MySQL asks for the
   * password and there is neither TLS nor the server's key. Once somebody has logged in, MySQL asks
   * for a hash alone until it is restarted: the same URL works one day, and not on the next.
   */
  static final String MYSQL_KEY = "RSA public key";

  /** What a pool says that was closed while somebody waited for a connection. */
  static final String POOL_CLOSED = "has been closed";

  /** Classifies an error. */
  static Trouble of(SQLException error) {
    String message = error.getMessage() == null ? "" : error.getMessage();
    String state = error.getSQLState();
    if (state == null) {
      return ofPool(error, message);
    }
    return of(state, error.getErrorCode(), message);
  }

  /**
   * Classifies an error.
   *
   * @param state its SQLSTATE
   * @param code the number that the database has for it; 0 if the database has none
   * @param message its words
   */
  static Trouble of(String state, int code, String message) {
    if (code == H2_GENERAL) {
      return ofH2Store(message);
    }
    if (MYSQL_VALUES.contains(code) || message.contains(PACKET)) {
      return VALUES;
    }
    if (MYSQL_DAMAGES.contains(code) || code == H2_CORRUPT || state.startsWith("XX00")) {
      // XX000, "internal error", says nothing; XX001 and XX002 are damaged data and indexes.
      return state.equals("XX000") ? UNKNOWN : DAMAGE;
    }
    if (MYSQL_COLLISIONS.contains(code) || H2_COLLISIONS.contains(code)) {
      return COLLISION;
    }
    if (MYSQL_OUTAGES.contains(code) || H2_OUTAGES.contains(code) || message.contains(MYSQL_KEY)) {
      return OUTAGE;
    }
    return ofState(state);
  }

  private static Trouble ofState(String state) {
    if (state.startsWith("57P") || state.equals("25006")) {
      return OUTAGE; // the server starts or stops; it is read-only since a failover
    }
    if (state.equals("55P03")) {
      return COLLISION; // somebody else holds a lock
    }
    return switch (state.length() < 2 ? "" : state.substring(0, 2)) {
      case "08", // no connection
          "28", // login
          "3D", // no such database
          "42", // tables that are missing or of another version, rights that are missing
          "53", // no disk, memory, connections
          "58" // the server cannot read or write a file
          ->
          OUTAGE;
      case "40" -> COLLISION;
      case "21", "22", "23", "54" -> VALUES;
      default -> UNKNOWN;
    };
  }

  private static Trouble ofH2Store(String message) {
    Matcher matcher = H2_STORE.matcher(message);
    if (!matcher.find()) {
      return UNKNOWN;
    }
    String store = matcher.group(1);
    return store.equals(H2_STORE_CORRUPT)
        ? DAMAGE
        : H2_STORE_OUTAGES.contains(store) ? OUTAGE : UNKNOWN;
  }

  /** The pool and the drivers have no SQLSTATE for some of their own errors. */
  private static Trouble ofPool(SQLException error, String message) {
    boolean connection =
        error instanceof SQLTransientConnectionException
            || error instanceof SQLNonTransientConnectionException
            || error instanceof SQLRecoverableException
            || message.contains(POOL_CLOSED);
    return connection ? OUTAGE : UNKNOWN;
  }

  /**
   * The error that the database itself sent: pools and libraries wrap it.
   *
   * @return the innermost one with an SQLSTATE, else the innermost one; null if there is none
   */
  static @Nullable SQLException cause(Throwable error) {
    SQLException found = null;
    for (Throwable t = error; t != null; t = t.getCause()) {
      if (t instanceof SQLException sql
          && (found == null || found.getSQLState() == null || sql.getSQLState() != null)) {
        found = sql;
      }
    }
    return found;
  }
}
