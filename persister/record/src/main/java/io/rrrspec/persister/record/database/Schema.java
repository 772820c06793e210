package io.rrrspec.persister.record.database;

import io.rrrspec.common.ServiceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** Brings the tables to the version that this program knows. */
public final class Schema {
  /** The highest version among the migrations; a test holds it against the folder. */
  static final int VERSION = 22;

  static final String FOLDER = "io/rrrspec/persister/record/migration";

  private static final String HISTORY = "flyway_schema_history";
  private static final int EMPTY = 0;
  private static final int UNCLEAR = -1;

  private Schema() {}

  /**
   * Creates or upgrades the tables. Where they are current, which is nearly always, one query says
   * so and Flyway is not even loaded: {@code run} opens the database every time it starts.
   *
   * @throws ServiceException if a newer version of this program has upgraded them
   */
  static void upgrade(DataSource source, Dialect dialect, SingleWriter writer) throws SQLException {
    int version = currentVersion(source);
    refuseNewer(version);
    if (version != VERSION) {
      writer.alone(
          () ->
              Flyway.configure(Schema.class.getClassLoader())
                  .dataSource(source)
                  .table(HISTORY)
                  .locations("classpath:" + FOLDER)
                  .placeholders(dialect.placeholders())
                  .load()
                  .migrate());
    }
  }

  /**
   * Looks whether the tables are those of this program, and changes nothing.
   *
   * @param shown the URL as it may be shown
   * @throws ServiceException if they are missing or of another version
   */
  static void requireCurrent(DataSource source, String shown) throws SQLException {
    int version = currentVersion(source);
    refuseNewer(version);
    if (version != VERSION) {
      throw new ServiceException(
          "database "
              + shown
              + (version == EMPTY ? " has no runs in it" : " has schema version " + version)
              + ", and this program reads version "
              + VERSION
              + ": `rrrspec-java persister`, or `rrrspec-java run` for the runs on this machine,"
              + " brings it up to date when it starts");
    }
  }

  private static void refuseNewer(int version) {
    if (version > VERSION) {
      throw new ServiceException(
          "The database has schema version "
              + version
              + " and this program knows "
              + VERSION
              + ": use the newer rrrspec-java that upgraded it, or another database_url");
    }
  }

  private static int currentVersion(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      // Flyway creates its table with quoted names, which is what every database takes alike.
      String quote = connection.getMetaData().getIdentifierQuoteString();
      String sql = "SELECT ~version~, ~success~ FROM ~" + HISTORY + "~";
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql.replace("~", quote))) {
        return highest(rows);
      } catch (SQLException e) {
        // No such table, in every database's own words; an outage is no empty database.
        if (e.getSQLState() == null || !e.getSQLState().startsWith("42")) {
          throw e;
        }
        return EMPTY;
      }
    }
  }

  private static int highest(ResultSet rows) throws SQLException {
    int highest = EMPTY;
    while (rows.next()) {
      String version = rows.getString(1);
      if (!rows.getBoolean(2)) {
        return UNCLEAR;
      }
      if (version != null) {
        highest = Math.max(highest, Integer.parseInt(version.split("\\.")[0]));
      }
    }
    return highest;
  }
}
