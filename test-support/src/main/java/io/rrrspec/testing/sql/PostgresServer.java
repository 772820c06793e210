package io.rrrspec.testing.sql;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** A PostgreSQL from the jar of its binaries. */
public final class PostgresServer extends SqlServer {
  static final List<String> CREATE_USER =
      List.of("CREATE USER " + USER + " PASSWORD '" + PASSWORD + "'");

  private final Path data;
  private final int port;
  private EmbeddedPostgres server;

  private PostgresServer(Path data, EmbeddedPostgres server) {
    this.data = data;
    this.server = server;
    this.port = server.getPort();
  }

  /**
   * Starts one.
   *
   * @param directory an empty directory for its files
   */
  public static PostgresServer start(Path directory) throws Exception {
    Path data = directory.resolve("data");
    PostgresServer started = new PostgresServer(data, builder(data).start());
    started.prepare("PostgreSQL");
    started.askForPasswords();
    return started;
  }

  /** By default it lets everybody in who says who he is. */
  private void askForPasswords() throws Exception {
    Path rules = data.resolve("pg_hba.conf");
    String rule = "host all " + USER + " 127.0.0.1/32 scram-sha-256\n";
    Files.writeString(rules, rule + Files.readString(rules));
    execute(adminUrl(systemDatabase()), "SELECT pg_reload_conf()");
  }

  private static EmbeddedPostgres.Builder builder(Path data) {
    // Their default answers a commit that a kill can take back.
    return EmbeddedPostgres.builder()
        .setServerConfig("password_encryption", "scram-sha-256")
        .setServerConfig("synchronous_commit", "on")
        .setCleanDataDirectory(false)
        .setDataDirectory(data);
  }

  @Override
  public void startAgain() throws IOException {
    // Else the library waits five seconds for a process that is dead.
    Files.deleteIfExists(pidFile());
    // Gives the lock on the directory back; complains, since there is nothing to stop.
    Logger library = (Logger) LoggerFactory.getLogger(EmbeddedPostgres.class);
    library.setLevel(Level.OFF);
    server.close();
    library.setLevel(null);
    server = builder(data).setPort(port).start();
  }

  /**
   * A new database without a table, with its files in a directory of its own.
   *
   * @param tablespace an empty directory
   * @return its name
   */
  public String newDatabaseIn(Path tablespace) throws SQLException {
    String name = newDatabase();
    String admin = adminUrl(systemDatabase());
    execute(admin, "CREATE TABLESPACE small LOCATION '" + tablespace + "'");
    execute(admin, "ALTER DATABASE " + name + " SET TABLESPACE small");
    return name;
  }

  @Override
  Optional<ProcessHandle> process() {
    try {
      return ProcessHandle.of(Long.parseLong(Files.readAllLines(pidFile()).get(0).strip()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Path pidFile() {
    return data.resolve("postmaster.pid");
  }

  @Override
  String adminUrl(String database) {
    return server.getJdbcUrl("postgres", database);
  }

  @Override
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&password=%s"
        .formatted(port, database, USER, PASSWORD);
  }

  @Override
  List<String> createUser() {
    return CREATE_USER;
  }

  @Override
  List<String> createDatabase(String name) {
    return createDatabaseOf(name);
  }

  static List<String> createDatabaseOf(String name) {
    return List.of("CREATE DATABASE " + name + " OWNER " + USER + " ENCODING 'UTF8'");
  }

  @Override
  String systemDatabase() {
    return "postgres";
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      System.err.println("PostgreSQL did not stop in order: " + e);
    }
  }
}
