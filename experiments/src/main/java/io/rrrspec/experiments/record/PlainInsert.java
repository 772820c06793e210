package io.rrrspec.experiments.record;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The limit: the rows of a saved taskset once more, under another number, as they are in memory:
 * one transaction, prepared batches, nothing else.
 */
final class PlainInsert {
  private static final int BATCH = 500;

  private final Connection connection;
  private final Map<String, List<Object[]>> rows = new LinkedHashMap<>();
  private final Map<String, String> inserts = new LinkedHashMap<>();

  /** Reads the rows of a taskset. */
  PlainInsert(Connection connection, String uuid) throws SQLException {
    this.connection = connection;
    read("taskset", "uuid = '" + uuid + "'");
    Object number = rows("taskset").get(0)[0];
    for (String table : List.of("task", "trial", "failed_case")) {
      read(table, "taskset_id = " + number);
    }
  }

  private List<Object[]> rows(String table) {
    return rows.getOrDefault(table, List.of());
  }

  private void read(String table, String where) throws SQLException {
    List<Object[]> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT * FROM " + table + " WHERE " + where)) {
      Set<String> computed = computed(table);
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
        String name = found.getMetaData().getColumnName(i);
        if (!computed.contains(name)) {
          names.add(name);
        }
      }
      inserts.put(
          table,
          "INSERT INTO %s (%s) VALUES (%s)"
              .formatted(
                  table,
                  String.join(", ", names),
                  String.join(", ", Collections.nCopies(names.size(), "?"))));
      while (found.next()) {
        Object[] row = new Object[names.size()];
        for (int i = 0; i < row.length; i++) {
          row[i] = value(found, names.get(i));
        }
        all.add(row);
      }
    }
    rows.put(table, all);
  }

  /** The columns that the database fills itself. */
  private Set<String> computed(String table) throws SQLException {
    Set<String> names = new HashSet<>();
    try (ResultSet columns =
        connection
            .getMetaData()
            .getColumns(connection.getCatalog(), connection.getSchema(), null, null)) {
      while (columns.next()) {
        if (columns.getString("TABLE_NAME").equalsIgnoreCase(table)
            && columns.getString("IS_GENERATEDCOLUMN").equals("YES")) {
          names.add(columns.getString("COLUMN_NAME"));
        }
      }
    }
    return names;
  }

  private static Object value(ResultSet found, String column) throws SQLException {
    Object value = found.getObject(column);
    return value instanceof java.sql.Blob ? found.getBytes(column) : value;
  }

  /** How many rows it inserts. */
  int size() {
    return rows.values().stream().mapToInt(List::size).sum();
  }

  /** Inserts them under this number; returns the seconds. */
  double insert(long number) throws SQLException {
    long begin = System.nanoTime();
    connection.setAutoCommit(false);
    for (Map.Entry<String, List<Object[]>> table : rows.entrySet()) {
      insert(table.getKey(), table.getValue(), number);
    }
    connection.commit();
    return (System.nanoTime() - begin) / 1e9;
  }

  private void insert(String table, List<Object[]> all, long number) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(inserts.get(table))) {
      for (int i = 0; i < all.size(); i++) {
        Object[] row = all.get(i);
        statement.setObject(1, number);
        for (int column = 1; column < row.length; column++) {
          boolean uuid = table.equals("taskset") && column == 1;
          set(statement, column + 1, uuid ? UUID.randomUUID().toString() : row[column]);
        }
        statement.addBatch();
        if (i % BATCH == BATCH - 1 || i == all.size() - 1) {
          statement.executeBatch();
        }
      }
    }
  }

  private static void set(PreparedStatement statement, int column, Object value)
      throws SQLException {
    if (value instanceof byte[] bytes) {
      statement.setBytes(column, bytes);
    } else {
      statement.setObject(column, value);
    }
  }
}
