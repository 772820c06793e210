package io.rrrspec.persister.record.history;

import io.rrrspec.common.ServiceException;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlText;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * With which class files classes have passed in JVMs as the project has them: one row for each
 * class, of its last pass.
 */
public final class AsIsPasses {
  private final Database database;

  public AsIsPasses(Database database) {
    this.database = database;
  }

  /** The digests of the class files of the last passes, by spec_file. */
  public Map<String, String> digests(String tasksetClass) {
    return database.read(handle -> digests(handle, tasksetClass));
  }

  private static Map<String, String> digests(Handle handle, String tasksetClass) {
    Map<String, String> digests = new HashMap<>();
    handle
        .createQuery("SELECT spec_file, class_files FROM as_is_pass WHERE class_hash = :class")
        .bind("class", Hash.of(tasksetClass))
        .map((row, context) -> Map.entry(row.getString(1), row.getString(2)))
        .forEach(one -> digests.put(one.getKey(), one.getValue()));
    return digests;
  }

  /**
   * Notes passes, in place of older ones.
   *
   * @param digests by spec_file
   * @throws ServiceException if the database does not do it; then nothing of it is there
   */
  public void add(String tasksetClass, Map<String, String> digests, Instant when) {
    if (digests.isEmpty()) {
      return;
    }
    int unused =
        database.transaction(
            handle -> {
              write(handle, tasksetClass, digests, when);
              return digests.size();
            });
  }

  /**
   * Notes those of them that are new, within a transaction.
   *
   * @param digests by spec_file
   */
  public static void addNew(
      Handle handle, String tasksetClass, Map<String, String> digests, Instant when) {
    Map<String, String> news = new HashMap<>(digests);
    if (!news.isEmpty()) {
      news.entrySet().removeAll(digests(handle, tasksetClass).entrySet());
    }
    if (!news.isEmpty()) {
      write(handle, tasksetClass, news, when);
    }
  }

  private static void write(
      Handle handle, String tasksetClass, Map<String, String> digests, Instant when) {
    byte[] ofClass = Hash.of(tasksetClass);
    PreparedBatch old =
        handle.prepareBatch(
            "DELETE FROM as_is_pass WHERE class_hash = :class AND spec_hash = :spec");
    PreparedBatch now =
        handle.prepareBatch(
            "INSERT INTO as_is_pass (class_hash, spec_hash, spec_file, class_files,"
                + " passed_ms) VALUES (:class, :spec, :file, :digest, :passed)");
    // In one order in all transactions, so that two never wait for each other.
    new TreeMap<>(digests)
        .forEach(
            (spec, digest) -> {
              byte[] ofSpec = Hash.of(tasksetClass, spec);
              old.bind("class", ofClass).bind("spec", ofSpec).add();
              now.bind("class", ofClass)
                  .bind("spec", ofSpec)
                  .bind("file", SqlText.clean(spec))
                  .bind("digest", digest)
                  .bind("passed", when.toEpochMilli())
                  .add();
            });
    old.execute();
    now.execute();
  }
}
