package io.rrrspec.persister.record.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Asks the database how it executes each query that is made, with the values that it is made with.
 */
@SuppressWarnings({"deprecation", "removal"}) // a binding has no other way to ask it
public final class QueryPlans implements SqlLogger, AutoCloseable {
  private final Database database;
  private final Map<String, String> plans = new LinkedHashMap<>();

  /** Begins to listen. */
  public QueryPlans(Database database) {
    this.database = database;
    database.jdbi().setSqlLogger(this);
  }

  /** Plans by query, in the order in which they were made. */
  public Map<String, String> found() {
    return plans;
  }

  @Override
  public void logBeforeExecution(StatementContext context) {
    String sql = context.getParsedSql().getSql();
    if (!sql.startsWith("SELECT")) {
      return;
    }
    try (PreparedStatement explain = context.getConnection().prepareStatement("EXPLAIN " + sql)) {
      List<String> names = context.getParsedSql().getParameters().getParameterNames();
      for (int i = 0; i < names.size(); i++) {
        Argument value = context.getBinding().findForName(names.get(i), context).orElseThrow();
        value.apply(i + 1, explain, context);
      }
      // Lists differ in length alone.
      plans.putIfAbsent(sql.replaceAll("((\\?|\\d+),\\s*)+(\\?|\\d+)\\)", "…)"), read(explain));
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static String read(PreparedStatement explain) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (ResultSet rows = explain.executeQuery()) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        if (columns == 1) {
          plan.append(rows.getString(1)).append('\n');
        } else {
          plan.append(
              "%s: %s, key %s, rows %s, %s\n"
                  .formatted(
                      rows.getString("table"),
                      rows.getString("type"),
                      rows.getString("key"),
                      rows.getString("rows"),
                      rows.getString("Extra")));
        }
      }
    }
    // Lists of numbers, as parameters of H2 and as values of the others.
    return plan.toString().replaceAll("((?:\\?\\d+|\\d+|'\\d+'::bigint), ?){3,}", "…, ");
  }

  /** Stops listening. */
  @Override
  public void close() {
    database.jdbi().setSqlLogger(SqlLogger.NOP_SQL_LOGGER);
  }
}
