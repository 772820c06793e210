package io.rrrspec.testing.sql;

import io.rrrspec.testing.ServerImages;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.awaitility.Awaitility;

/** A server in a container. Nothing kills it: tests that do so start one of their own. */
final class ContainerServer extends SqlServer {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final String ADMIN_PASSWORD = "administrator";

  private final String address;
  private final String admin;
  private final String systemDatabase;
  private final List<String> createUser;
  private final Function<String, List<String>> createDatabase;

  private ContainerServer(
      String address,
      String admin,
      String systemDatabase,
      List<String> createUser,
      Function<String, List<String>> createDatabase) {
    this.address = address;
    this.admin = admin;
    this.systemDatabase = systemDatabase;
    this.createUser = createUser;
    this.createDatabase = createDatabase;
  }

  /** Starts a PostgreSQL. */
  static SqlServer postgresql(String image) throws SQLException {
    int port =
        ServerImages.find()
            .start(image, 5432, Map.of("POSTGRES_PASSWORD", ADMIN_PASSWORD), List.of("postgres"));
    return new ContainerServer(
            "jdbc:postgresql://127.0.0.1:" + port + "/",
            "postgres",
            "postgres",
            PostgresServer.CREATE_USER,
            PostgresServer::createDatabaseOf)
        .whenItAnswers("PostgreSQL");
  }

  /** Starts a MariaDB. */
  static SqlServer mariaDb(String image) throws SQLException {
    int port =
        ServerImages.find()
            .start(
                image, 3306, Map.of("MARIADB_ROOT_PASSWORD", ADMIN_PASSWORD), List.of("mariadbd"));
    return new ContainerServer(
            "jdbc:mariadb://127.0.0.1:" + port + "/",
            "root",
            "mysql",
            MariaDbServer.CREATE_USER,
            MariaDbServer::createDatabaseOf)
        .whenItAnswers("MariaDB");
  }

  private SqlServer whenItAnswers(String kind) throws SQLException {
    Awaitility.await(kind + " at " + address)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .ignoreException(SQLException.class)
        .untilAsserted(() -> execute(adminUrl(systemDatabase), "SELECT 1"));
    prepare(kind);
    return this;
  }

  @Override
  String adminUrl(String database) {
    return address + database + "?user=" + admin + "&password=" + ADMIN_PASSWORD;
  }

  @Override
  public String url(String database) {
    return address + database + "?user=" + USER + "&password=" + PASSWORD;
  }

  @Override
  List<String> createUser() {
    return createUser;
  }

  @Override
  List<String> createDatabase(String name) {
    return createDatabase.apply(name);
  }

  @Override
  String systemDatabase() {
    return systemDatabase;
  }

  @Override
  Optional<ProcessHandle> process() {
    return Optional.empty();
  }

  @Override
  public void startAgain() {
    throw new UnsupportedOperationException("nothing kills a server in a container");
  }

  @Override
  public void close() {
    // The container ends with this JVM.
  }
}
