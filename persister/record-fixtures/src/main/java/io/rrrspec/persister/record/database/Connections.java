package io.rrrspec.persister.record.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Plain connections with what our own tell the driver, for comparison. */
public final class Connections {
  private Connections() {}

  public static Connection open(String url) throws SQLException {
    Dialect dialect = Dialect.of(url);
    if (dialect == Dialect.H2) {
      return new H2DataSource(H2File.of(url)).getConnection();
    }
    Properties properties = new Properties();
    properties.putAll(dialect.driverProperties());
    return DriverManager.getConnection(dialect.forDriver(url), properties);
  }
}
