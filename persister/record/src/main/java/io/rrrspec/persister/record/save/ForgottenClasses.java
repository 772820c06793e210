package io.rrrspec.persister.record.save;

import io.rrrspec.persister.record.database.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Deletes what is known of classes beyond their runs, once no run of them is left: such a class was
 * removed, renamed, or has not run for as long as runs are kept.
 */
final class ForgottenClasses {
  /** So many rows of a table are deleted at once. */
  private static final int ROWS_A_STEP = 500;

  /** What is noted beside a run may be there before the run is saved. */
  private static final Duration RUN_COMES_WITHIN = Duration.ofDays(1);

  /** A table with rows of classes, and the column that says when it was written. */
  private record Table(String name, String written) {}

  private static final List<Table> TABLES =
      List.of(
          new Table("as_is_pass", "passed_ms"),
          new Table("jvm_refusal", "seen_ms"),
          new Table("split_refusal", "seen_ms"));

  private record Row(byte[] ofClass, byte[] ofSpec) {}

  private ForgottenClasses() {}

  /** Deletes some of it; returns whether there was any. */
  static boolean delete(Database database, Instant now) {
    long before = now.minus(RUN_COMES_WITHIN).toEpochMilli();
    boolean some = false;
    for (Table table : TABLES) {
      List<Row> rows = database.read(handle -> forgotten(handle, table, before));
      if (!rows.isEmpty()) {
        some |= database.transaction(handle -> delete(handle, table, before, rows)) > 0;
      }
    }
    return some;
  }

  private static List<Row> forgotten(Handle handle, Table table, long before) {
    return handle
        .createQuery(
            "SELECT c.class_hash, c.spec_hash FROM "
                + table.name
                + " c WHERE c."
                + table.written
                + " < :before AND NOT EXISTS (SELECT 1 FROM task k WHERE k.spec_hash ="
                + " c.spec_hash) ORDER BY c.class_hash, c.spec_hash LIMIT :rows")
        .bind("before", before)
        .bind("rows", ROWS_A_STEP)
        .map((row, context) -> new Row(row.getBytes(1), row.getBytes(2)))
        .list();
  }

  /** A row that was written meanwhile stays. */
  private static int delete(Handle handle, Table table, long before, List<Row> rows) {
    PreparedBatch batch =
        handle.prepareBatch(
            "DELETE FROM "
                + table.name
                + " WHERE class_hash = :class AND spec_hash = :spec AND "
                + table.written
                + " < :before");
    for (Row row : rows) {
      batch.bind("class", row.ofClass).bind("spec", row.ofSpec).bind("before", before).add();
    }
    int deleted = 0;
    for (int count : batch.execute()) {
      deleted += Math.max(0, count);
    }
    return deleted;
  }
}
