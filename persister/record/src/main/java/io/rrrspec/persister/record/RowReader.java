package io.rrrspec.persister.record;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes a record of the row that a result stands at. */
@FunctionalInterface
interface RowReader<T> {
  T read(ResultSet row) throws SQLException;
}
