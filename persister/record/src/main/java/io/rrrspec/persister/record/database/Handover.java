package io.rrrspec.persister.record.database;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Set;

/**
 * Waits while an H2 file passes from one process to the next. The process that opened the file
 * first serves the others. When it ends, the connections of the others break, and for a moment
 * nobody can connect: the next process locks the file before it serves it.
 *
 * <p>It waits no longer than ten seconds in all, however many calls fail meanwhile: a file that is
 * locked for longer is an outage. Safe for use by several threads.
 */
final class Handover {
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * What H2 says meanwhile: cannot open; the connection is closed; locked by another process; the
   * connection is broken; the database is closed; the database closes.
   */
  private static final Set<Integer> CODES = Set.of(8000, 90007, 90020, 90067, 90098, 90121);

  private static final long PAUSE_MILLIS = 50;

  private final boolean isFile;
  private final Duration patience;

  /** When the first of the calls failed that have failed since one succeeded. */
  private long since;

  /** When the last of these calls failed. */
  private long last;

  private boolean failing;

  Handover(boolean isFile, Duration patience) {
    this.isFile = isFile;
    this.patience = patience;
  }

  /** For a database; only a file of H2 is handed over. */
  static Handover of(String url) {
    return new Handover(isFile(url), PATIENCE);
  }

  /** Whether it is a file that this process opens by itself. */
  static boolean isFile(String url) {
    return Dialect.of(url) == Dialect.H2 && H2Url.parse(url).file() != null;
  }

  /** Whether H2 says so while a file passes to another process. */
  static boolean isCode(int code) {
    return CODES.contains(code);
  }

  /**
   * Waits a moment if the error may be gone then.
   *
   * @return whether the same call is to be tried again; false also if the thread was interrupted
   */
  boolean awaits(Throwable error) {
    SQLException cause = Trouble.cause(error);
    if (!isFile || cause == null || !passes(cause) || isTooLong(System.nanoTime())) {
      return false;
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** To be called when the database has served. */
  synchronized void over() {
    failing = false;
  }

  private synchronized boolean isTooLong(long now) {
    // A failure of long ago, which nobody has tried again, is not the same one.
    if (!failing || now - last > patience.toNanos()) {
      failing = true;
      since = now;
    }
    last = now;
    return now - since > patience.toNanos();
  }

  private static boolean passes(SQLException cause) {
    String state = cause.getSQLState();
    return isCode(cause.getErrorCode())
        || (state == null ? isOfPool(cause) : state.startsWith("08"));
  }

  /** The pool waited in vain for a connection, or was replaced meanwhile; it has no SQLSTATE. */
  private static boolean isOfPool(SQLException cause) {
    String message = cause.getMessage();
    return cause instanceof SQLTransientConnectionException
        || (message != null && message.contains(Trouble.POOL_CLOSED));
  }
}
