package io.rrrspec.persister.record.save;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.persister.record.row.Cases;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.row.SqlTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Notes which classes cannot be divided, and why: those whose parts did not agree, and those that
 * came to something else the first time that they ran in parts than as a whole before.
 */
final class SplitRefusals {
  private static final String OTHERWISE = "its tests came to something else in parts";

  private SplitRefusals() {}

  /**
   * Within the transaction of a run that is written; takes the place of what is there already.
   *
   * @param run its number
   * @param splits how its good tasks were divided, by spec_file
   */
  static void add(Handle handle, Taskset taskset, long run, Map<String, TaskSplit> splits) {
    // In one order in all transactions, so that two never wait for each other.
    new TreeMap<>(splits)
        .forEach(
            (spec, split) -> {
              byte[] ofSpec = Hash.of(taskset.tasksetClass(), spec);
              String why = split.inParts() ? otherwise(handle, ofSpec, run) : refusal(split);
              if (why != null) {
                add(handle, taskset, spec, why, split.classFiles());
              }
            });
  }

  private static @Nullable String refusal(TaskSplit split) {
    return split.refusesSplits() ? split.whole() : null;
  }

  private record Ran(boolean whole, Map<List<String>, Integer> outcomes) {}

  private static @Nullable String otherwise(Handle handle, byte[] ofSpec, long run) {
    Optional<Ran> before = ran(handle, ofSpec, "k.taskset_id < :run", run);
    Optional<Ran> now = ran(handle, ofSpec, "k.taskset_id = :run", run);
    boolean first = before.isPresent() && before.get().whole;
    return first && now.isPresent() && !before.get().outcomes.equals(now.get().outcomes)
        ? OTHERWISE
        : null;
  }

  private static Optional<Ran> ran(Handle handle, byte[] ofSpec, String which, long run) {
    return handle
        .createQuery(
            "SELECT k.parts, k.whole, x.cases FROM task k JOIN taskset s ON s.id = k.taskset_id"
                + " JOIN trial x ON x.taskset_id = k.taskset_id AND x.task_no = k.task_no WHERE"
                + " k.spec_hash = :spec AND "
                + which
                + " AND NOT s.partial_run AND x.verdict IN ('passed', 'pending')"
                + " ORDER BY k.spec_hash DESC, k.taskset_id DESC LIMIT 1")
        .bind("spec", ofSpec)
        .bind("run", run)
        .map(
            (row, context) -> {
              TaskSplit split = TaskSplit.parse(row.getInt(1), row.getString(2), null);
              Map<List<String>, Integer> outcomes = new HashMap<>();
              for (CaseResult test : Cases.unpack(row, "cases")) {
                outcomes.merge(
                    List.of(test.className(), test.name(), outcome(test)), 1, Integer::sum);
              }
              return new Ran(split == null || !split.inParts(), outcomes);
            })
        .findFirst();
  }

  /** A test in quarantine may pass or fail, in parts and as a whole. */
  private static String outcome(CaseResult test) {
    Outcome outcome = test.outcome() == Outcome.MUTED ? Outcome.PASSED : test.outcome();
    return outcome.name();
  }

  private static void add(
      Handle handle, Taskset taskset, String spec, String why, @Nullable String classFiles) {
    byte[] ofClass = Hash.of(taskset.tasksetClass());
    byte[] ofSpec = Hash.of(taskset.tasksetClass(), spec);
    handle
        .createUpdate("DELETE FROM split_refusal WHERE class_hash = :class AND spec_hash = :spec")
        .bind("class", ofClass)
        .bind("spec", ofSpec)
        .execute();
    Long seen = SqlTime.millis(taskset.finishedAt());
    handle
        .createUpdate(
            "INSERT INTO split_refusal (class_hash, spec_hash, spec_file, reason, class_files,"
                + " seen_ms) VALUES (:class, :spec, :file, :reason, :files, :seen)")
        .bind("class", ofClass)
        .bind("spec", ofSpec)
        .bind("file", SqlText.clean(spec))
        .bind("reason", SqlText.clean(why))
        .bind("files", classFiles)
        .bind("seen", seen == null ? 0L : seen)
        .execute();
  }
}
