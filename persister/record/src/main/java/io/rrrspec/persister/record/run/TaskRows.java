package io.rrrspec.persister.record.run;

import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.persister.record.row.Blob;
import io.rrrspec.persister.record.row.Cases;
import io.rrrspec.persister.record.row.JvmColumns;
import io.rrrspec.persister.record.row.PackedKeys;
import io.rrrspec.persister.record.row.SqlTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Joins tasks with their trials: a row for each trial, and one for a task that has none. */
final class TaskRows {
  private static final String OUTLINE =
      "SELECT k.task_no, k.spec_file, k.status AS decided, k.estimate_ms, k.cpu_estimate_ms,"
          + " k.order_dependence, k.quick, k.jvm, k.parts, k.whole, x.trial_no, x.trial_name, x.slave_key,"
          + " x.started_ms, x.finished_ms, x.took_ms, x.status, x.verdict, x.passed, x.pending,"
          + " x.failed, x.reason, x.threads_left, x.cpu_ms, x.thread_cpu_ms, x.thread_ready_ms,"
          + " x.affinity, x.affinity_started";

  private final String tasksetKey;
  private final Detail detail;

  /**
   * Makes a reader.
   *
   * @param tasksetKey the key of the run, of which those of its tasks are made
   */
  TaskRows(String tasksetKey, Detail detail) {
    this.tasksetKey = tasksetKey;
    this.detail = detail;
  }

  /**
   * Returns the query for several tasks, in their order.
   *
   * @param condition which tasks k of the run
   */
  String select(String condition) {
    // In the order of the whole key: otherwise H2 sorts all that follow. Trials are sorted here.
    return selectOne(condition) + " ORDER BY k.taskset_id, k.task_no";
  }

  /**
   * Returns the query for one task: with an order H2 would go through all tasks to keep it.
   *
   * @param condition which task k of the run
   */
  String selectOne(String condition) {
    return OUTLINE
        + (detail == Detail.WHOLE ? ", x.stdout, x.stderr, x.cases" : "")
        + " FROM task k LEFT JOIN trial x ON x.taskset_id = k.taskset_id AND x.task_no = k.task_no"
        + " WHERE k.taskset_id = :run AND "
        + condition;
  }

  /**
   * A row.
   *
   * @param task the task, without the keys of its trials
   * @param trialNo from 0; of no meaning without a trial
   * @param trial a trial of it; null if it has none
   */
  record Row(int taskNo, Task task, int trialNo, @Nullable Trial trial) {}

  /** Reads what {@link #select} asks for. */
  Row read(ResultSet row) throws SQLException {
    String spec = row.getString("spec_file");
    String key = PackedKeys.task(tasksetKey, spec);
    Duration estimate = SqlTime.readDuration(row, "estimate_ms");
    Duration cpu = SqlTime.readDuration(row, "cpu_estimate_ms");
    TaskStatus status = TaskStatus.parse(row.getString("decided"));
    OrderDependence order = OrderDependence.parse(row.getString("order_dependence"));
    TaskJvm jvm = JvmColumns.read(row.getString("quick"), row.getString("jvm"));
    TaskSplit split = TaskSplit.parse(row.getInt("parts"), row.getString("whole"), null);
    Task task =
        new Task(key, tasksetKey, spec, status, estimate, List.of(), order, cpu, jvm, split);
    int trialNo = row.getInt("trial_no");
    Trial trial = row.wasNull() ? null : trial(row, key);
    return new Row(row.getInt("task_no"), task, trialNo, trial);
  }

  private Trial trial(ResultSet row, String taskKey) throws SQLException {
    boolean whole = detail == Detail.WHOLE;
    return new Trial(
        PackedKeys.trial(taskKey, row.getString("trial_name")),
        taskKey,
        row.getString("slave_key"),
        SqlTime.read(row, "started_ms"),
        SqlTime.read(row, "finished_ms"),
        TrialStatus.parse(row.getString("status")),
        TrialVerdict.parse(row.getString("verdict")),
        whole ? Blob.readText(row, "stdout") : "",
        whole ? Blob.readText(row, "stderr") : "",
        row.getInt("passed"),
        row.getInt("pending"),
        row.getInt("failed"),
        whole ? Cases.unpack(row, "cases") : List.of(),
        row.getString("reason"),
        row.getInt("threads_left"),
        new ProcessorTime(
            SqlTime.readDuration(row, "cpu_ms"),
            SqlTime.readDuration(row, "thread_cpu_ms"),
            SqlTime.readDuration(row, "thread_ready_ms")),
        row.getString("affinity"),
        row.getBoolean("affinity_started"),
        null,
        SqlTime.readDuration(row, "took_ms"));
  }

  /** Puts the rows of each task together; they come task by task. */
  static List<RunTask> join(List<Row> rows) {
    Map<Integer, List<Row>> byTask = new LinkedHashMap<>();
    rows.forEach(row -> byTask.computeIfAbsent(row.taskNo, no -> new ArrayList<>(1)).add(row));
    return byTask.values().stream().map(TaskRows::task).toList();
  }

  private static RunTask task(List<Row> rows) {
    rows.sort(Comparator.comparing(Row::trialNo));
    List<Trial> trials = new ArrayList<>(rows.size());
    for (Row row : rows) {
      if (row.trial != null) {
        trials.add(row.trial);
      }
    }
    Task task = rows.get(0).task;
    List<String> keys = trials.stream().map(Trial::key).toList();
    return new RunTask(rows.get(0).taskNo, task.withTrials(keys), trials);
  }
}
