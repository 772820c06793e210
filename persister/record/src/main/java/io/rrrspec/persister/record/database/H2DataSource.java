package io.rrrspec.persister.record.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connects to H2, and sees to it that nobody can without a password: a database that an earlier
 * version made gets a user who has one, and loses those who have none.
 */
public final class H2DataSource implements DataSource {
  /** Whom earlier versions made without a password: nobody's name, and the H2 tools' own user. */
  private static final List<String> EARLIER = List.of("", "SA");

  private static final int WRONG_PASSWORD = 28000;

  private static final long PAUSE_MILLIS = 50;

  private final H2File file;
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicBoolean closed;
  private volatile int loginTimeout;

  public H2DataSource(H2File file) {
    this.file = file;
    this.closed = new AtomicBoolean(file.open() == null);
  }

  @Override
  public Connection getConnection() throws SQLException {
    long end = System.nanoTime() + Handover.PATIENCE.toNanos();
    while (true) {
      try {
        Connection connection = closed.get() ? connect() : connectAndClose();
        opened.set(true);
        return connection;
      } catch (SQLException e) {
        // Later on it is for the pool to try again.
        if (opened.get() || !Handover.isCode(e.getErrorCode()) || System.nanoTime() > end) {
          throw e;
        }
        pause(e);
      }
    }
  }

  /** Done again from the start if a process was killed in between. */
  private Connection connectAndClose() throws SQLException {
    Connection connection = connectByEarlierUser();
    try (Statement statement = connection.createStatement()) {
      for (String earlier : EARLIER) {
        statement.execute("DROP USER IF EXISTS \"" + earlier + "\"");
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    H2Password note = file.open();
    if (note != null) {
      note.noteClosed(String.valueOf(file.password()));
    }
    closed.set(true);
    return connection;
  }

  /**
   * Makes our user in the name of one without a password, if there still is one. That connection
   * stays open until ours is: with the last one H2 closes the file, for other processes, too.
   */
  private Connection connectByEarlierUser() throws SQLException {
    for (String earlier : EARLIER) {
      try (Connection open = connect(earlier, "");
          Statement statement = open.createStatement()) {
        statement.execute(
            "CREATE USER IF NOT EXISTS "
                + H2File.USER
                + " PASSWORD '"
                + file.password()
                + "' ADMIN");
        return connect();
      } catch (SQLException e) {
        if (e.getErrorCode() != WRONG_PASSWORD) {
          throw e;
        }
      }
    }
    return connect();
  }

  private Connection connect() throws SQLException {
    return connect(file.user(), file.password());
  }

  private Connection connect(@Nullable String user, @Nullable String password) throws SQLException {
    Properties properties = new Properties();
    if (user != null && password != null) {
      properties.setProperty("user", user);
      properties.setProperty("password", password);
    }
    return DriverManager.getConnection(file.url(), properties);
  }

  private static void pause(SQLException why) throws SQLException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw why;
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is the database's own");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException("H2 has a trace file");
  }

  /** H2 has none; but the pool waits for so long, when it ends, for those who connect. */
  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeout = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeout;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("nothing logs");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("this wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
