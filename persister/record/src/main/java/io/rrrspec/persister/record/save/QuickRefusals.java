package io.rrrspec.persister.record.save;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.row.SqlTime;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** Notes which classes fail only in JVMs that are made for speed. */
final class QuickRefusals {
  private QuickRefusals() {}

  /** Within the transaction of a run; what is there already gets the time of this run. */
  static void add(Handle handle, Taskset taskset, Set<String> specFiles) {
    byte[] ofClass = Hash.of(taskset.tasksetClass());
    // In one order in all transactions, so that two never wait for each other.
    for (String spec : new TreeSet<>(specFiles)) {
      byte[] ofSpec = Hash.of(taskset.tasksetClass(), spec);
      handle
          .createUpdate("DELETE FROM quick_refusal WHERE class_hash = :class AND spec_hash = :spec")
          .bind("class", ofClass)
          .bind("spec", ofSpec)
          .execute();
      Long seen = SqlTime.millis(taskset.finishedAt());
      handle
          .createUpdate(
              "INSERT INTO quick_refusal (class_hash, spec_hash, spec_file, seen_ms)"
                  + " VALUES (:class, :spec, :file, :seen)")
          .bind("class", ofClass)
          .bind("spec", ofSpec)
          .bind("file", SqlText.clean(spec))
          .bind("seen", seen == null ? 0L : seen)
          .execute();
    }
  }
}
