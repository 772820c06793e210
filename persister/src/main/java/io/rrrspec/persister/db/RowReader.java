package io.rrrspec.persister.db;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes a record of the row that a result stands at. */
@FunctionalInterface
interface RowReader<T> {
  T read(ResultSet row) throws SQLException;
}
