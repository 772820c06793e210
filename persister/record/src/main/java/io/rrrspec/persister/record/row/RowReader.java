package io.rrrspec.persister.record.row;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes a record of the row that a result stands at. */
@FunctionalInterface
public interface RowReader<T> {
  T read(ResultSet row) throws SQLException;
}
