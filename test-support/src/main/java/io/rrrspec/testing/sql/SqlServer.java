package io.rrrspec.testing.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database server of the tests' own, on a free port of the loopback. Tests use it as a user who
 * may do no more than docs/operations.md grants.
 */
public abstract class SqlServer implements AutoCloseable {
  static final String USER = "rrrspec";
  static final String PASSWORD = "secret";

  private static final AtomicInteger databases = new AtomicInteger();

  /** The JDBC URL of a database of this server, as its administrator. */
  abstract String adminUrl(String database);

  /** The JDBC URL of a database of this server, as the user of the tests. */
  public abstract String url(String database);

  /** What creates the user, as docs/operations.md has it. */
  abstract List<String> createUser();

  /** What creates a database that belongs to the user, as docs/operations.md has it. */
  abstract List<String> createDatabase(String name);

  /** The name of a database that every server has. */
  abstract String systemDatabase();

  /** The server's process; empty if it does not run. */
  abstract Optional<ProcessHandle> process();

  /** Starts it again after {@link #kill}, on the same port with the same files. */
  public abstract void startAgain() throws Exception;

  /** A new database without a table; returns its name. */
  public String newDatabase() throws SQLException {
    String name = "rrrspec_" + databases.incrementAndGet();
    for (String sql : createDatabase(name)) {
      execute(adminUrl(systemDatabase()), sql);
    }
    return name;
  }

  void prepare(String kind) throws SQLException {
    for (String sql : createUser()) {
      execute(adminUrl(systemDatabase()), sql);
    }
    try (Connection connection = DriverManager.getConnection(adminUrl(systemDatabase()))) {
      String version = connection.getMetaData().getDatabaseProductVersion();
      System.out.println("contract on " + kind + " " + version);
    }
  }

  /** Ends all of its processes at once, as a power cut would, but for what the kernel has. */
  public void kill() throws Exception {
    ProcessHandle server = process().orElseThrow();
    List<ProcessHandle> all = server.descendants().toList();
    server.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    server.onExit().get(10, TimeUnit.SECONDS);
    for (ProcessHandle one : all) {
      one.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  @Override
  public abstract void close();

  static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
