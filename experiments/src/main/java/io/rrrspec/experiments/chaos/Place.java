package io.rrrspec.experiments.chaos;

import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The directories of one installation, and the environment that all its processes are given. */
final class Place {
  /** Every process that is started here, or by what was, carries it. */
  static final String VARIABLE = "CHAOS_MARK";

  /** So long slaves wait for Redis here: ten minutes would be the longest part of a run. */
  static final Duration SLAVE_PATIENCE = Duration.ofSeconds(25);

  private static final Path LAUNCHER = Checkout.script("rrrspec-java");

  private final Path root;
  private final String mark = UUID.randomUUID().toString();

  private Place(Path root) {
    this.root = root;
  }

  /** A new one in an empty directory. */
  static Place in(Path directory) {
    Path root = directory.toAbsolutePath().normalize();
    delete(root);
    Place place = new Place(root);
    for (String name :
        List.of("redis", "record", "files", "home", "tmp", "state/once", "log", "sources")) {
      place.directory(name);
    }
    return place;
  }

  static void delete(Path root) {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path(String name) {
    return root.resolve(name);
  }

  Path directory(String name) {
    try {
      return Files.createDirectories(root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String mark() {
    return mark;
  }

  /** {@code scripts/rrrspec-java}. */
  String launcher() {
    return LAUNCHER.toString();
  }

  /** JDBC URL of the database, as {@code database_url} of the persister. */
  String databaseUrl() {
    return "jdbc:h2:file:" + path("record/history");
  }

  /** A connection beside those of the persister, as its user. */
  Connection connect() throws SQLException {
    try {
      String password = Files.readAllLines(path("record/history.password")).get(0);
      String url = databaseUrl() + ";AUTO_SERVER=TRUE;LOCK_TIMEOUT=10000;IFEXISTS=TRUE";
      return DriverManager.getConnection(url, "RRRSPEC", password);
    } catch (IOException e) {
      throw new SQLException("there is no database yet", e);
    }
  }

  /** What every process gets beside the environment of this one. */
  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put(VARIABLE, mark);
    environment.put("CHAOS_STATE", path("state").toString());
    environment.put("XDG_DATA_HOME", path("home").toString());
    environment.put("TMPDIR", path("tmp").toString());
    environment.put("RRRSPEC_NAMESPACE", View.NAMESPACE);
    environment.put("RRRSPEC_RSYNC_REMOTE_PATH", path("files").toString());
    environment.put("RRRSPEC_HTTP_PORT", "0");
    environment.put("RRRSPEC_COMMAND_PORT", "0");
    environment.put("RRRSPEC_DATABASE_URL", databaseUrl());
    environment.put(
        "RRRSPEC_JAVA_OPTS",
        "-XX:-UsePerfData -Djava.io.tmpdir="
            + path("tmp")
            + " -Xmx256m -Drrrspec.slave.patience="
            + SLAVE_PATIENCE.toSeconds());
    return environment;
  }
}
