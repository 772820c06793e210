package io.rrrspec.persister.record.row;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * Rows on their way into one table, sent together when they are many or big: so memory stays
 * bounded however many rows there are, and a packet stays below MySQL's max_allowed_packet. By
 * position: names cost more than all else that is done for a row here.
 */
public final class BulkInsert implements AutoCloseable {
  private static final int MAX_ROWS = 500;
  private static final int MAX_BYTES = 4 << 20;

  private final List<Column> columns;
  private final PreparedStatement statement;
  private int rows;
  private int bytes;

  /**
   * A column.
   *
   * @param name its name
   * @param type what a NULL in it is, of {@link java.sql.Types}: drivers want to know
   */
  public record Column(String name, int type) {}

  /** What the driver has thrown, as everything else that goes through Jdbi comes out. */
  private static final class Failed extends JdbiException {
    private static final long serialVersionUID = 1;

    Failed(SQLException cause) {
      super(cause);
    }
  }

  /** Names a column and its {@link java.sql.Types type}. */
  public static Column column(String name, int type) {
    return new Column(name, type);
  }

  /** Begins an empty insert into a table. */
  public BulkInsert(Handle handle, String table, Column... columns) {
    this.columns = List.of(columns);
    String sql =
        "INSERT INTO %s (%s) VALUES (%s)"
            .formatted(
                table,
                this.columns.stream().map(Column::name).collect(Collectors.joining(", ")),
                String.join(", ", Collections.nCopies(columns.length, "?")));
    try {
      this.statement = handle.getConnection().prepareStatement(sql);
    } catch (SQLException e) {
      throw new Failed(e);
    }
  }

  /** Adds a row: one value for each column. What waits is sent if it has become much. */
  public void add(@Nullable Object... values) {
    int more = size(values);
    if (rows > 0 && bytes + more > MAX_BYTES) {
      send();
    }
    bytes += more;
    try {
      for (int i = 0; i < values.length; i++) {
        bind(i + 1, values[i]);
      }
      statement.addBatch();
      rows++;
    } catch (SQLException e) {
      throw new Failed(e);
    }
    if (rows >= MAX_ROWS || bytes >= MAX_BYTES) {
      send();
    }
  }

  /** In bytes, as it may travel at most, where it can be large. */
  private static int size(@Nullable Object... values) {
    int size = 0;
    for (Object value : values) {
      if (value instanceof Blob blob) {
        size += blob.size();
      } else if (value instanceof String text) {
        size += 3 * text.length();
      }
    }
    return size;
  }

  private void bind(int position, @Nullable Object value) throws SQLException {
    if (value == null) {
      statement.setNull(position, columns.get(position - 1).type());
    } else if (value instanceof Blob blob) {
      blob.bind(position, statement);
    } else if (value instanceof byte[] hash) {
      statement.setBytes(position, hash);
    } else if (value instanceof String text) {
      statement.setString(position, text);
    } else if (value instanceof Integer number) {
      statement.setInt(position, number);
    } else if (value instanceof Long number) {
      statement.setLong(position, number);
    } else if (value instanceof Boolean truth) {
      statement.setBoolean(position, truth);
    } else {
      throw new IllegalArgumentException("no column takes a " + value.getClass());
    }
  }

  /** Sends what waits. */
  public void send() {
    try {
      if (rows > 0) {
        statement.executeBatch();
      }
    } catch (SQLException e) {
      throw new Failed(e);
    }
    rows = 0;
    bytes = 0;
  }

  @Override
  public void close() {
    try {
      statement.close();
    } catch (SQLException e) {
      throw new Failed(e);
    }
  }
}
