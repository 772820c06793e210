package io.rrrspec.testing.sql;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A MariaDB of the package that the system has, with files of its own and no settings. */
public final class MariaDbServer extends SqlServer {
  static final List<String> CREATE_USER =
      List.of("CREATE USER '" + USER + "'@'%' IDENTIFIED BY '" + PASSWORD + "'");

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path directory;
  private final Path program;
  private final int port;
  private @Nullable Process guard;

  private MariaDbServer(Path directory, Path program, int port) {
    this.directory = directory;
    this.program = program;
    this.port = port;
  }

  /** The server's program; empty if it is not installed. */
  public static Optional<Path> program() {
    return find("mariadbd");
  }

  private static Optional<Path> find(String name) {
    String path = System.getenv().getOrDefault("PATH", "");
    // Servers are not on everybody's PATH.
    return Stream.of((path + ":/usr/sbin:/usr/local/sbin").split(":"))
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts one.
   *
   * @param directory an empty directory for its files
   */
  public static MariaDbServer start(Path directory) throws Exception {
    Path program = program().orElseThrow(() -> new IOException("no mariadbd is installed"));
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    MariaDbServer server = new MariaDbServer(directory, program, port);
    server.install();
    server.startAgain();
    server.prepare("MariaDB");
    return server;
  }

  private void install() throws Exception {
    Files.createDirectory(directory.resolve("tmp"));
    Path log = directory.resolve("install.log");
    List<String> command = new ArrayList<>();
    command.add(find("mariadb-install-db").orElseThrow().toString());
    command.addAll(common());
    command.add("--auth-root-authentication-method=normal");
    command.add("--skip-test-db");
    Process install =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!install.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) || install.exitValue() != 0) {
      throw new IOException("mariadb-install-db failed:\n" + Files.readString(log));
    }
  }

  private List<String> common() {
    List<String> options = new ArrayList<>(List.of("--no-defaults"));
    if (System.getProperty("user.name").equals("root")) {
      options.add("--user=root");
    }
    options.add("--datadir=" + directory.resolve("data"));
    // Whoever starts deletes the temporary tables that lie in its tmpdir, those of others, too.
    options.add("--tmpdir=" + directory.resolve("tmp"));
    return options;
  }

  @Override
  public void startAgain() throws IOException {
    // In /tmp, since the name of a socket may have a hundred characters only.
    String socket = "/tmp/rrrspec-test-" + port + ".sock";
    List<String> command =
        new ArrayList<>(
            // Ends with the JVM of the tests, however that ends: its input ends, too.
            List.of(
                "/bin/sh",
                "-c",
                "socket=$1; shift; \"$@\" & read -r line; kill -9 $!; rm -f \"$socket\"",
                "guard",
                socket));
    command.add(program.toString());
    command.addAll(common());
    command.addAll(
        List.of(
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=" + socket,
            "--pid-file=" + directory.resolve("pid"),
            // A commit survives the process, which is what is killed here, not the host.
            "--innodb-flush-log-at-trx-commit=2"));
    guard =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
            .start();
    Awaitility.await("mariadbd on port " + port)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(50))
        .until(this::answers);
  }

  /**
   * A new database without a table, with the files of its tables in a directory of its own.
   *
   * @return its name
   */
  public String newDatabaseIn(Path parent) throws Exception {
    String name = newDatabase();
    Path there = directory.resolve("data").resolve(name);
    Path here = Files.createDirectory(parent.resolve(name));
    try (Stream<Path> files = Files.list(there)) {
      for (Path file : files.toList()) {
        Files.move(file, here.resolve(file.getFileName()));
      }
    }
    Files.delete(there);
    Files.createSymbolicLink(there, here);
    return name;
  }

  /** Starts it again if it has ended by itself. */
  public void startAgainIfItEnded() throws IOException {
    if (isGone()) {
      close();
      startAgain();
    }
  }

  private boolean answers() throws IOException {
    Process running = guard;
    if (running == null || running.children().findAny().isEmpty()) {
      throw new AssertionError(
          "mariadbd has ended:\n" + Files.readString(directory.resolve("log")));
    }
    try {
      execute(adminUrl(systemDatabase()), "SELECT 1");
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  Optional<ProcessHandle> process() {
    Process running = guard;
    return running == null ? Optional.empty() : running.children().findFirst();
  }

  @Override
  public void kill() throws Exception {
    // Its parent waits for something else and never buries it, so its end shows on its port.
    close();
    Awaitility.await("the end of mariadbd on port " + port)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(5))
        .until(this::isGone);
  }

  private boolean isGone() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return false;
    } catch (ConnectException e) {
      return true;
    }
  }

  @Override
  String adminUrl(String database) {
    return "jdbc:mariadb://127.0.0.1:%d/%s?user=root".formatted(port, database);
  }

  @Override
  public String url(String database) {
    return "jdbc:mariadb://127.0.0.1:%d/%s?user=%s&password=%s"
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
    return List.of("CREATE DATABASE " + name, "GRANT ALL ON " + name + ".* TO '" + USER + "'@'%'");
  }

  @Override
  String systemDatabase() {
    return "mysql";
  }

  @Override
  public void close() {
    Process running = guard;
    if (running != null) {
      running.children().forEach(ProcessHandle::destroyForcibly);
      running.destroyForcibly();
    }
  }
}
