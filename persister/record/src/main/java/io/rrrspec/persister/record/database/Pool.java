package io.rrrspec.persister.record.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import org.jdbi.v3.core.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lends connections, and replaces them after an outage. An H2 database that cannot write its file
 * serves nobody any more, as long as anybody has a connection to it: this pool gives up all
 * connections then and opens the file again. Safe for use by several threads.
 */
final class Pool implements ConnectionFactory, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Pool.class);

  /** The file could not be read or written; it is closed; it is closed by somebody else. */
  private static final Set<Integer> CLOSED_BY_ITSELF =
      Set.of(90007, 90028, 90031, 90067, 90098, 90121, 50000);

  private static final int CLOSED = 90098;

  /**
   * While a file cannot be opened, hundreds of readers of the viewer do not try each for itself.
   */
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  private final HikariConfig config;
  private final Dialect dialect;
  private final SingleWriter writer;
  private volatile HikariDataSource source;
  private volatile boolean broken;
  private volatile boolean closed;
  private long lastTry;
  private @Nullable SQLException lastFailure;

  /** Connects; throws what the driver throws. */
  Pool(HikariConfig config, Dialect dialect, SingleWriter writer) {
    this.config = config;
    this.dialect = dialect;
    this.writer = writer;
    this.source = new HikariDataSource(config);
  }

  /** For those that need a source of connections while nothing else goes on. */
  HikariDataSource source() {
    return source;
  }

  @Override
  public Connection openConnection() throws SQLException {
    if (broken) {
      open();
    }
    return source.getConnection();
  }

  /** Whether it was closed by the program: then nobody gets a connection any more. */
  boolean isClosed() {
    return closed;
  }

  /** Looks at what a caller was told, and decides whether the connections are still good. */
  void failed(Throwable error) {
    SQLException cause = Trouble.cause(error);
    if (cause == null || Trouble.of(cause) != Trouble.OUTAGE) {
      return;
    }
    if (dialect == Dialect.H2 && CLOSED_BY_ITSELF.contains(cause.getErrorCode())) {
      giveUp();
    } else if (!closed) {
      // After a failover the old ones lead to a server that only reads.
      source.getHikariPoolMXBean().softEvictConnections();
    }
  }

  /**
   * Lets go of the file as it is. Closing it in order would first compact it, with a memory of its
   * contents that is wrong since a write has failed: with a full disk H2 2.4.240 lost runs that way
   * which it had committed long before.
   */
  private synchronized void giveUp() {
    if (broken || closed) {
      return;
    }
    broken = true;
    try (Connection connection = source.getConnection()) {
      check(connection);
      // It serves: somebody else has opened it again.
      broken = false;
    } catch (SQLException e) {
      log.debug("the database is broken", e);
    }
  }

  private synchronized void open() throws SQLException {
    if (!broken || closed) {
      return;
    }
    SQLException failure = lastFailure;
    if (failure != null && System.nanoTime() - lastTry < BETWEEN_TRIES.toNanos()) {
      throw failure;
    }
    source.close();
    int hung = source.getHikariPoolMXBean().getActiveConnections();
    if (hung > 0) {
      log.error(
          "{} calls do not return since the database has broken: restart this process, else what"
              + " they were writing waits until then",
          hung);
      writer.takeBack();
    }
    try {
      source = opened();
      broken = false;
      lastFailure = null;
      log.info("the database had closed itself and is open again");
    } catch (SQLException e) {
      lastTry = System.nanoTime();
      lastFailure = e;
      throw e;
    }
  }

  private HikariDataSource opened() throws SQLException {
    HikariDataSource fresh = connected();
    try {
      try (Connection connection = fresh.getConnection()) {
        check(connection);
      }
      return fresh;
    } catch (SQLException e) {
      fresh.close();
      throw e;
    }
  }

  private HikariDataSource connected() throws SQLException {
    try {
      return new HikariDataSource(config);
    } catch (PoolInitializationException e) {
      throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e);
    }
  }

  /** Looks whether the database serves, and ends it at once, for all processes, if it is broken. */
  private static void check(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try {
        statement.execute("SELECT COUNT(*) FROM taskset");
      } catch (SQLException e) {
        if (e.getErrorCode() == CLOSED) {
          statement.execute("SHUTDOWN IMMEDIATELY");
        }
        throw e;
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    source.close();
  }
}
