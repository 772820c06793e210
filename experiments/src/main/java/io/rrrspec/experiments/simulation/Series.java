package io.rrrspec.experiments.simulation;

import io.rrrspec.persister.record.database.Database;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Many simulations, one after the other, on one Redis and one database. */
final class Series implements AutoCloseable {
  private final long seed;
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final Database database;
  private final Stage stage;

  Series(long seed, URI redis, Path runtimeDir) {
    this.seed = seed;
    this.database = Database.open(url);
    this.stage = new Stage(redis, database, runtimeDir);
  }

  /** The run with this number, always the same. */
  Simulation.Result run(long number) throws SQLException {
    empty();
    return new Simulation(stage, new Random(seed * 1_000_003 + number).nextLong()).run();
  }

  private void empty() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement sql = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet rows =
          sql.executeQuery(
              "SELECT table_name FROM information_schema.tables WHERE table_schema = 'PUBLIC' AND"
                  + " table_type = 'BASE TABLE' AND LOWER(table_name) NOT LIKE 'flyway%'")) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      sql.execute("SET REFERENTIAL_INTEGRITY FALSE");
      for (String table : tables) {
        sql.execute("TRUNCATE TABLE \"" + table + "\"");
      }
      sql.execute("SET REFERENTIAL_INTEGRITY TRUE");
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
