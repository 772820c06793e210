package io.rrrspec.persister.record.run;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.PlacedJvm;
import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.FailedTest;
import io.rrrspec.common.run.FailureCause;
import io.rrrspec.common.run.ModuleSum;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.common.run.RunSlave;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.run.TaskOrder;
import io.rrrspec.common.run.TestCounts;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Blob;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.PackedKeys;
import io.rrrspec.persister.record.row.RowReader;
import io.rrrspec.persister.record.row.SqlTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a run in the database. Texts may differ from those in Redis in characters that no text
 * column takes (NUL, half a surrogate pair).
 *
 * <p>Of a run that is deleted meanwhile nothing is told rather than half of it; what is read in
 * several steps ends with an exception.
 */
public class RunInSql implements StoredRun {
  /** How many tasks are read at once, without what their trials wrote. */
  private static final int OUTLINES = 5_000;

  /** So few that their output, up to a megabyte each, fits into a small heap. */
  private static final int WHOLE = 50;

  /** How many logs are read at once. */
  private static final int LOGS = 50;

  private final SavedRun run;
  private final RunPartQueries rows;

  /** Makes a reader; the database stays open as long as this is used. */
  public RunInSql(Database database, SavedRun run) {
    this.run = run;
    this.rows = new RunPartQueries(database, run.number());
  }

  /** Finds the run with this id, which its key ends with; empty if it is not in the database. */
  public static Optional<RunInSql> find(Database database, String id) {
    return new Runs(database).find(id).map(run -> new RunInSql(database, run));
  }

  /** Returns its number in this database. */
  public long number() {
    return run.number();
  }

  @Override
  public Taskset taskset() {
    return run.taskset();
  }

  @Override
  public boolean isSettled() {
    return run.logsSaved();
  }

  @Override
  public List<RunTask> tasks(TaskFilter filter, int after, int limit) {
    if (limit < 1 || limit > MAX_TASKS) {
      throw new IllegalArgumentException("1 to " + MAX_TASKS + " tasks, not " + limit);
    }
    if (filter == TaskFilter.ALL) {
      return checked("k.task_no > :after AND k.task_no <= :to", upTo(after, limit));
    }
    List<Integer> numbers =
        rows.list(
            "SELECT task_no FROM task k WHERE taskset_id = :run AND task_no > :after AND "
                + condition(filter)
                + " ORDER BY taskset_id, task_no LIMIT :limit",
            Map.of("after", after, "limit", limit),
            row -> row.getInt(1));
    if (numbers.isEmpty()) {
      return List.of();
    }
    String list = numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return checked(
        // H2 goes along the index with the ends alone, and not with the list.
        "k.task_no >= :first AND k.task_no <= :last AND k.task_no IN (" + list + ")",
        Map.of("first", numbers.get(0), "last", numbers.get(numbers.size() - 1)));
  }

  /**
   * Returns a part of the tasks in another order, with the outlines of their trials.
   *
   * @param names which of them, by name
   * @param from how many come before that part; 0 or more
   * @param limit how many at most; 1 or more
   */
  public List<RunTask> sorted(
      TaskFilter filter, Predicate<String> names, TaskOrder order, int from, int limit) {
    return new SortedTasks(rows, run.taskset().key())
        .read(condition(filter), names, order, from, limit);
  }

  /** The numbers of the tasks have no gaps. */
  private static Map<String, ?> upTo(int after, int limit) {
    return Map.of("after", after, "to", Math.min(Integer.MAX_VALUE, (long) after + limit));
  }

  private List<RunTask> checked(String condition, Map<String, ?> parameters) {
    TaskRows tasks = new TaskRows(run.taskset().key(), Detail.OUTLINE);
    return TaskRows.join(rows.list(tasks.select(condition), parameters, tasks::read));
  }

  private static String condition(TaskFilter filter) {
    return switch (filter) {
      case ALL -> "TRUE";
      case FAILED -> "status = 'failed'";
      case ORDER_DEPENDENT -> "order_dependence IS NOT NULL";
      // The second trial has the number 1.
      case RETRIED ->
          "EXISTS (SELECT 1 FROM trial x WHERE x.taskset_id = k.taskset_id AND x.task_no ="
              + " k.task_no AND x.trial_no = 1)";
    };
  }

  @Override
  public long count(TaskFilter filter) {
    return rows.count(
        switch (filter) {
          case ALL -> "SELECT COUNT(*) FROM task WHERE taskset_id = :run";
          case FAILED -> "SELECT COUNT(*) FROM task WHERE taskset_id = :run AND status = 'failed'";
          case ORDER_DEPENDENT ->
              "SELECT COUNT(*) FROM task WHERE taskset_id = :run AND order_dependence IS NOT NULL";
          // MariaDB and MySQL, who alone read the comment, would rather count in the rows, with
          // all output.
          case RETRIED ->
              "SELECT COUNT(*) FROM trial /*! FORCE INDEX (trial_key) */ WHERE taskset_id = :run"
                  + " AND trial_no = 1";
        });
  }

  @Override
  public Optional<RunTask> task(String specFile) {
    byte[] hash = Hash.of(run.taskset().tasksetClass(), specFile);
    return one(Detail.OUTLINE, "k.spec_hash = :hash", Map.of("hash", hash));
  }

  @Override
  public Optional<Trial> trial(int taskNo, int trialNo) {
    return one(
            Detail.WHOLE,
            "k.task_no = :task AND x.trial_no = :trial",
            Map.of("task", taskNo, "trial", trialNo))
        .flatMap(task -> task.trials().stream().findFirst());
  }

  @Override
  public List<PartTrial> parts(List<RunTask> divided) {
    PartRows parts = new PartRows(divided);
    return parts.isEmpty()
        ? List.of()
        : rows.list(PartRows.SELECT, parts.parameters(), parts::read).stream()
            .flatMap(Optional::stream)
            .toList();
  }

  private Optional<RunTask> one(Detail detail, String condition, Map<String, ?> parameters) {
    TaskRows tasks = new TaskRows(run.taskset().key(), detail);
    return TaskRows.join(rows.list(tasks.selectOne(condition), parameters, tasks::read)).stream()
        .findFirst();
  }

  @Override
  public void eachTask(Detail detail, Consumer<List<RunTask>> chunks) {
    TaskRows tasks = new TaskRows(run.taskset().key(), detail);
    String sql = tasks.select("k.task_no > :after AND k.task_no <= :to");
    int size = detail == Detail.WHOLE ? WHOLE : OUTLINES;
    int after = 0;
    List<RunTask> chunk = TaskRows.join(rows.unchecked(sql, upTo(after, size), tasks::read));
    while (!chunk.isEmpty()) {
      chunks.accept(chunk);
      after += size;
      chunk = TaskRows.join(rows.unchecked(sql, upTo(after, size), tasks::read));
    }
    rows.requireThere(run.taskset());
  }

  private static final String TRIALS =
      "SELECT x.task_no, k.spec_file, x.trial_name, x.slave_key FROM trial x JOIN task k ON"
          + " k.taskset_id = x.taskset_id AND k.task_no = x.task_no WHERE x.taskset_id = :run AND"
          + " x.task_no > :after AND x.task_no <= :to ORDER BY x.taskset_id, x.task_no, x.trial_no";

  /** As the others, but with a tenth of the columns: of a large run that is half of the time. */
  @Override
  public void eachTrial(Consumer<PlacedTrial> trials) {
    long tasks = count(TaskFilter.ALL);
    for (int after = 0; after < tasks; after += OUTLINES) {
      int task = 0;
      int trial = 0;
      for (PlacedTrial next : rows.unchecked(TRIALS, upTo(after, OUTLINES), this::placedTrial)) {
        trial = next.taskNo() == task ? trial + 1 : 0;
        task = next.taskNo();
        trials.accept(new PlacedTrial(task, trial, next.key(), next.slaveKey()));
      }
    }
    rows.requireThere(run.taskset());
  }

  private PlacedTrial placedTrial(ResultSet row) throws SQLException {
    String task = PackedKeys.task(run.taskset().key(), row.getString(2));
    return new PlacedTrial(
        row.getInt(1), 0, PackedKeys.trial(task, row.getString(3)), row.getString(4));
  }

  @Override
  public List<ModuleSum> modules() {
    // Few runs have modules, and reading all trials takes long.
    return run.taskset().runner().runsCommands() || rows.count(IN_A_MODULE) == 0
        ? List.of()
        : StoredRun.super.modules();
  }

  /** At least all classes whose names have a module, see {@link io.rrrspec.common.model.TestId}. */
  private static final String IN_A_MODULE =
      "SELECT COUNT(*) FROM task WHERE taskset_id = :run AND (spec_file LIKE '%:%' OR spec_file"
          + " LIKE '%/src/%')";

  @Override
  public Optional<TestCounts> tests() {
    TestCounts counts = run.tests();
    return counts == null || counts.skipped() == 0
        ? Optional.ofNullable(counts)
        : Optional.of(counts.withMuted((int) rows.count(MUTED)));
  }

  /** In the trials that decided their tasks: the first good one, else the last bad one. */
  private static final String MUTED =
      "SELECT COUNT(*) FROM failed_case f JOIN task k ON k.taskset_id = f.taskset_id AND k.task_no ="
          + " f.task_no JOIN trial x ON x.taskset_id = f.taskset_id AND x.task_no = f.task_no AND"
          + " x.trial_no = f.trial_no WHERE f.taskset_id = :run AND f.outcome = 'muted' AND"
          + " ((k.status <> 'failed' AND x.verdict IN ('passed', 'pending')) OR (k.status ="
          + " 'failed' AND x.verdict = 'bad' AND NOT EXISTS (SELECT 1 FROM trial y WHERE"
          + " y.taskset_id = x.taskset_id AND y.task_no = x.task_no AND y.trial_no > x.trial_no AND"
          + " y.verdict = 'bad')))";

  @Override
  public List<FailedTest> failures(int limit) {
    if (limit < 1 || limit > MAX_FAILURES) {
      throw new IllegalArgumentException("1 to " + MAX_FAILURES + " failures, not " + limit);
    }
    return rows.list(
        "SELECT f.task_no, f.trial_no, f.case_no, k.spec_file, f.class_name, f.name, f.outcome,"
            + " f.duration_ms, SUBSTRING(f.message, 1, "
            + (FailedTest.MAX_MESSAGE + 1)
            + ") AS message, f.cause, f.flaky FROM failed_case f JOIN task k ON k.taskset_id ="
            + " f.taskset_id AND k.task_no = f.task_no WHERE f.taskset_id = :run AND f.outcome <>"
            + " 'muted' ORDER BY"
            + " f.taskset_id, f.task_no, f.trial_no, f.case_no LIMIT :limit",
        Map.of("limit", limit),
        RunInSql::failure);
  }

  private static FailedTest failure(ResultSet row) throws SQLException {
    CaseResult result =
        new CaseResult(
            row.getString("class_name"),
            row.getString("name"),
            Outcome.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT)),
            row.getLong("duration_ms"),
            row.getString("message"),
            null,
            null);
    String cause = row.getString("cause");
    return new FailedTest(
        row.getInt("task_no"),
        row.getInt("trial_no"),
        row.getInt("case_no"),
        row.getString("spec_file"),
        result.className(),
        result.name(),
        result.outcome(),
        Duration.ofMillis(result.millis()),
        result.message(),
        // An older version has saved the message alone.
        cause == null ? FailureCause.of(result) : cause,
        row.getBoolean("flaky"));
  }

  @Override
  public String log() {
    return rows.find(
            "SELECT log FROM taskset WHERE id = :run", Map.of(), row -> Blob.readText(row, "log"))
        .orElse("");
  }

  @Override
  public List<WorkerLog> workers(int limit) {
    return rows.list(WORKERS.formatted(""), page(0, limit), row -> worker(row, ""));
  }

  private static final String WORKERS =
      "SELECT redis_key, worker_key, started_ms, rsync_finished_ms, setup_finished_ms,"
          + " finished_ms, slaves, processors%s FROM worker_log WHERE taskset_id = :run ORDER BY"
          + " started_ms, redis_key LIMIT :limit OFFSET :from";

  private WorkerLog worker(ResultSet row, String log) throws SQLException {
    return new WorkerLog(
        row.getString("redis_key"),
        row.getString("worker_key"),
        run.taskset().key(),
        SqlTime.read(row, "started_ms"),
        SqlTime.read(row, "rsync_finished_ms"),
        SqlTime.read(row, "setup_finished_ms"),
        SqlTime.read(row, "finished_ms"),
        row.getString("slaves"),
        ProcessorUse.parse(row.getString("processors")),
        log);
  }

  @Override
  public void eachWorker(Consumer<WorkerLog> workers) {
    each(WORKERS.formatted(", log"), row -> worker(row, Blob.readText(row, "log")), workers);
  }

  @Override
  public String workerLog(String key) {
    return log("worker_log", key);
  }

  @Override
  public List<RunSlave> slaves(int limit) {
    return rows.list(SLAVES.formatted(""), page(0, limit), row -> slave(row, ""));
  }

  private static final String SLAVES =
      "SELECT redis_key, status, launch, place, started_ms, ready_ms, ended_ms%s FROM slave WHERE"
          + " taskset_id = :run ORDER BY redis_key LIMIT :limit OFFSET :from";

  private static RunSlave slave(ResultSet row, String log) throws SQLException {
    return new RunSlave(
        row.getString("redis_key"), SlaveStatus.parse(row.getString("status")), log, jvm(row));
  }

  private static @Nullable PlacedJvm jvm(ResultSet row) throws SQLException {
    String launch = row.getString("launch");
    Instant started = SqlTime.read(row, "started_ms");
    return launch == null || started == null
        ? null
        : new PlacedJvm(
            launch,
            row.getInt("place"),
            started,
            SqlTime.read(row, "ready_ms"),
            SqlTime.read(row, "ended_ms"));
  }

  @Override
  public void eachSlave(Consumer<RunSlave> slaves) {
    each(SLAVES.formatted(", log"), row -> slave(row, Blob.readText(row, "log")), slaves);
  }

  @Override
  public String slaveLog(String key) {
    return log("slave", key);
  }

  private static Map<String, ?> page(int from, int limit) {
    return Map.of("from", from, "limit", limit);
  }

  private <T> void each(String sql, RowReader<T> reader, Consumer<T> consumer) {
    List<T> page = rows.unchecked(sql, page(0, LOGS), reader);
    for (int from = LOGS; page.size() == LOGS; from += LOGS) {
      page.forEach(consumer);
      page = rows.unchecked(sql, page(from, LOGS), reader);
    }
    page.forEach(consumer);
    rows.requireThere(run.taskset());
  }

  private String log(String table, String key) {
    return rows.find(
            "SELECT log FROM " + table + " WHERE taskset_id = :run AND key_hash = :hash",
            Map.of("hash", Hash.of(key)),
            row -> Blob.readText(row, "log"))
        .orElse("");
  }
}
