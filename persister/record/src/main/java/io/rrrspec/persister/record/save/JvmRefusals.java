package io.rrrspec.persister.record.save;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.row.SqlTime;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/** Notes which classes fail only in a kind of JVM that is made for speed. */
final class JvmRefusals {
  private JvmRefusals() {}

  /**
   * Within the transaction of a run; what is there already gets the time of this run.
   *
   * @param kinds in which kind of JVM each class fails, by spec_file
   */
  static void add(Handle handle, Taskset taskset, Map<String, JvmKind> kinds) {
    byte[] ofClass = Hash.of(taskset.tasksetClass());
    Long seen = SqlTime.millis(taskset.finishedAt());
    // In one order in all transactions, so that two never wait for each other.
    new TreeMap<>(kinds)
        .forEach(
            (spec, kind) -> {
              byte[] ofSpec = Hash.of(taskset.tasksetClass(), spec);
              handle
                  .createUpdate(
                      "DELETE FROM jvm_refusal WHERE class_hash = :class AND spec_hash = :spec AND"
                          + " jvm = :jvm")
                  .bind("class", ofClass)
                  .bind("spec", ofSpec)
                  .bind("jvm", kind.text())
                  .execute();
              handle
                  .createUpdate(
                      "INSERT INTO jvm_refusal (class_hash, spec_hash, jvm, spec_file, seen_ms)"
                          + " VALUES (:class, :spec, :jvm, :file, :seen)")
                  .bind("class", ofClass)
                  .bind("spec", ofSpec)
                  .bind("jvm", kind.text())
                  .bind("file", SqlText.clean(spec))
                  .bind("seen", seen == null ? 0L : seen)
                  .execute();
            });
  }
}
