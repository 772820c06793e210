package io.rrrspec.persister.record.save;

import static io.rrrspec.persister.record.row.BulkInsert.column;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.run.FailedCases.FailedCase;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.TestCounts;
import io.rrrspec.persister.record.row.BulkInsert;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlEnum;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.row.SqlTime;
import java.sql.Types;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Inserts the tasks of one taskset with their trials and failed tests, within a transaction. */
final class TaskWriter implements AutoCloseable {
  /** As long as the column is. */
  private static final int LONGEST_DIGEST = 64;

  /** So many characters of a failure's message have a column; the whole is in its trial. */
  private static final int MESSAGE = 2_000;

  private final long tasksetId;
  private final String tasksetClass;
  private final BulkInsert tasks;
  private final TrialBatch trials;
  private final PartBatch parts;
  private final BulkInsert failedCases;
  // A foreign implementation may have listed a task twice; the second row would make every repeat
  // fail.
  private final Set<String> written = new HashSet<>();
  private TestCounts tests = TestCounts.NONE;
  private int orderDependent;
  private final Map<String, JvmKind> refusals = new HashMap<>();
  private final Map<String, TaskSplit> splits = new HashMap<>();
  private final Map<String, String> passes = new HashMap<>();

  TaskWriter(Handle handle, long tasksetId, String tasksetClass) {
    this.tasksetId = tasksetId;
    this.tasksetClass = tasksetClass;
    this.tasks =
        new BulkInsert(
            handle,
            "task",
            column("taskset_id", Types.BIGINT),
            column("task_no", Types.INTEGER),
            column("spec_hash", Types.BINARY),
            column("spec_file", Types.VARCHAR),
            column("status", Types.VARCHAR),
            column("estimate_ms", Types.BIGINT),
            column("duration_ms", Types.BIGINT),
            column("cpu_estimate_ms", Types.BIGINT),
            column("cpu_ms", Types.BIGINT),
            column("wait_ms", Types.BIGINT),
            column("order_dependence", Types.VARCHAR),
            column("quick", Types.VARCHAR),
            column("jvm", Types.VARCHAR),
            column("parts", Types.INTEGER),
            column("whole", Types.VARCHAR),
            column("part_files", Types.VARCHAR));
    this.trials = new TrialBatch(handle, tasksetId);
    this.parts = new PartBatch(handle, tasksetId);
    this.failedCases =
        new BulkInsert(
            handle,
            "failed_case",
            column("taskset_id", Types.BIGINT),
            column("task_no", Types.INTEGER),
            column("trial_no", Types.INTEGER),
            column("case_no", Types.INTEGER),
            column("test_hash", Types.BINARY),
            column("class_name", Types.VARCHAR),
            column("name", Types.VARCHAR),
            column("outcome", Types.VARCHAR),
            column("duration_ms", Types.BIGINT),
            column("message", Types.VARCHAR),
            column("flaky", Types.BOOLEAN),
            column("cause", Types.VARCHAR));
  }

  /** Takes one task; what was written before is ignored. */
  void write(PackedTask packed) {
    Task task = packed.task();
    if (!written.add(task.specFile())) {
      return;
    }
    int taskNo = written.size();
    writeTask(taskNo, task, packed.trials());
    tests =
        tests.plus(
            TestCounts.of(
                task.status(), packed.trials().stream().map(PackedTrial::trial).toList()));
    for (int i = 0; i < packed.trials().size(); i++) {
      trials.add(taskNo, i, task.key(), packed.trials().get(i));
    }
    packed.failed().forEach(failed -> writeCase(taskNo, failed));
    parts.add(taskNo, packed.parts());
  }

  /** The tests of all that was written. */
  TestCounts tests() {
    return tests;
  }

  /** How many of the tasks depend on the order. */
  int orderDependent() {
    return orderDependent;
  }

  /** The tasks that fail only in a kind of JVM that is made for speed, with that kind. */
  Map<String, JvmKind> refusals() {
    return refusals;
  }

  /** How its good tasks were divided. */
  Map<String, TaskSplit> splits() {
    return splits;
  }

  /** The digests of the class files with which its tasks have passed as is at once, if known. */
  Map<String, String> passes() {
    return passes;
  }

  /** Sends the rest. */
  void finish() {
    tasks.send();
    trials.send();
    failedCases.send();
    parts.send();
  }

  private void writeTask(int taskNo, Task task, List<PackedTrial> trialsOfIt) {
    OrderDependence order = task.orderDependence();
    TaskSplit split = task.split();
    TaskJvm jvm = task.jvm();
    orderDependent += order == null ? 0 : 1;
    List<Trial> all = trialsOfIt.stream().map(PackedTrial::trial).toList();
    tasks.add(
        tasksetId,
        taskNo,
        Hash.of(tasksetClass, task.specFile()),
        SqlText.clean(task.specFile()),
        task.status().text(),
        SqlTime.millis(task.estimate()),
        SqlTime.millis(RunTask.duration(all)),
        SqlTime.millis(task.cpuEstimate()),
        SqlTime.millis(RunTask.processorTime(all)),
        SqlTime.millis(RunTask.waited(all)),
        order == null ? null : SqlText.clean(order.text()),
        jvm == null ? null : jvm.state().text(),
        jvm == null ? null : jvm.kind().text(),
        split == null ? null : split.parts(),
        split == null ? null : SqlText.cleanOrNull(split.whole()),
        split == null ? null : shortDigest(split.classFiles()));
    if (task.status() == TaskStatus.PASSED || task.status() == TaskStatus.PENDING) {
      if (split != null) {
        splits.put(task.specFile(), split);
      }
      if (task.ranAsIs()) {
        notePass(task.specFile(), all);
      }
    }
    if (jvm != null && task.failsOnlyForSpeed()) {
      refusals.put(task.specFile(), jvm.kind());
    }
  }

  private void notePass(String specFile, List<Trial> ofTask) {
    if (ofTask.stream().anyMatch(trial -> trial.verdict() == TrialVerdict.BAD)) {
      return;
    }
    for (Trial trial : ofTask) {
      String files = shortDigest(trial.classFiles());
      if (trial.verdict() == TrialVerdict.PASSED || trial.verdict() == TrialVerdict.PENDING) {
        if (files != null) {
          passes.put(specFile, files);
        }
      }
    }
  }

  /** What is longer was not written by us, and has no room. */
  private static @Nullable String shortDigest(@Nullable String digest) {
    return digest == null || digest.length() > LONGEST_DIGEST ? null : digest;
  }

  private void writeCase(int taskNo, FailedCase failed) {
    String message = failed.result().message();
    failedCases.add(
        tasksetId,
        taskNo,
        failed.trialNo(),
        failed.caseNo(),
        Hash.of(tasksetClass, failed.result().className(), failed.result().name()),
        SqlText.clean(failed.result().className()),
        SqlText.clean(failed.result().name()),
        SqlEnum.text(failed.result().outcome()),
        failed.result().millis(),
        message == null ? null : SqlText.clean(message, MESSAGE),
        failed.flaky(),
        SqlText.clean(failed.cause()));
  }

  @Override
  public void close() {
    tasks.close();
    trials.close();
    failedCases.close();
    parts.close();
  }
}
