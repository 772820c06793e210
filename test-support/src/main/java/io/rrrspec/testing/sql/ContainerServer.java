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
  private final String options;
  private final String admin;
  private final String systemDatabase;
  private final List<String> createUser;
  private final Function<String, List<String>> createDatabase;

  private ContainerServer(
      String address,
      String options,
      String admin,
      String systemDatabase,
      List<String> createUser,
      Function<String, List<String>> createDatabase) {
    this.address = address;
    this.options = options;
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
            "",
            "postgres",
            "postgres",
            PostgresServer.CREATE_USER,
            PostgresServer::createDatabaseOf)
        .whenItAnswers(image);
  }

  /** Starts a MariaDB, or a MySQL if the image is one. */
  static SqlServer mariaDb(String image) throws SQLException {
    boolean mysql = image.startsWith("mysql");
    String kind = mysql ? "MYSQL" : "MARIADB";
    int port =
        ServerImages.find()
            .start(
                image,
                3306,
                Map.of(kind + "_ROOT_PASSWORD", ADMIN_PASSWORD),
                List.of(mysql ? "mysqld" : "mariadbd"));
    return new ContainerServer(
            "jdbc:mariadb://127.0.0.1:" + port + "/",
            // MySQL's way to send a password wants TLS, or the server's key.
            mysql ? "&allowPublicKeyRetrieval=true" : "",
            "root",
            "mysql",
            MariaDbServer.CREATE_USER,
            MariaDbServer::createDatabaseOf)
        .whenItAnswers(image);
  }

  private SqlServer whenItAnswers(String image) throws SQLException {
    Awaitility.await(image + " at " + address)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptionsInstanceOf(SQLException.class)
        .untilAsserted(() -> execute(adminUrl(systemDatabase), "SELECT 1"));
    prepare(image + ":");
    return this;
  }

  @Override
  String adminUrl(String database) {
    return address + database + "?user=" + admin + "&password=" + ADMIN_PASSWORD + options;
  }

  @Override
  public String url(String database) {
    return address + database + "?user=" + USER + "&password=" + PASSWORD + options;
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
