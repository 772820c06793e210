package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.RowReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** What the last runs of a taskset_class say about the next one. */
public final class ClassHistory {
  /** So many tasks are looked at, at most: memory and time stay bounded for huge runs. */
  private static final int MAX_TASKS = 500_000;

  /** So many partial runs are looked at, at most; the newest. */
  private static final int MAX_PARTIAL = 1_000;

  private static final String TIMED_OUT =
      "SELECT task.spec_file, trial.finished_ms - trial.started_ms FROM task JOIN trial"
          + " ON trial.taskset_id = task.taskset_id AND trial.task_no = task.task_no"
          + " WHERE task.taskset_id = :run AND task.status = 'failed' AND trial.status = 'timeout'"
          + " AND trial.verdict = 'bad' AND trial.started_ms IS NOT NULL"
          + " AND trial.finished_ms IS NOT NULL";

  private final Database database;

  public ClassHistory(Database database) {
    this.database = database;
  }

  /**
   * What each spec_file is expected to take, from its last {@link Estimates#RUNS} good durations in
   * as many runs, and from the time-outs since the last of them. Two queries per run, along the
   * primary keys; the second one looks at failed tasks only.
   *
   * @return by spec_file; without those that never passed
   */
  public Map<String, Duration> estimates(String tasksetClass) {
    return database.read(handle -> estimates(handle, tasksetClass));
  }

  private static Map<String, Duration> estimates(Handle handle, String tasksetClass) {
    Map<String, List<Duration>> newestFirst = new HashMap<>();
    Map<String, TimedOut> timedOut = new HashMap<>();
    scan(
        newestRuns(handle, tasksetClass),
        run -> {
          read(
              handle,
              run,
              "SELECT spec_file, duration_ms FROM task WHERE taskset_id = :run AND duration_ms IS"
                  + " NOT NULL",
              row ->
                  newestFirst
                      .computeIfAbsent(row.getString(1), spec -> new ArrayList<>(1))
                      .add(Duration.ofMillis(row.getLong(2))));
          read(handle, run, TIMED_OUT, row -> timedOut(row, run, newestFirst.keySet(), timedOut));
        });
    Map<String, Duration> estimates = new HashMap<>();
    newestFirst.forEach(
        (spec, durations) -> {
          Duration estimate = Estimates.of(durations);
          TimedOut since = timedOut.get(spec);
          estimates.put(spec, since == null ? estimate : since.raise(estimate));
        });
    return estimates;
  }

  /**
   * What each spec_file is expected to do with its time, from the runs that {@link #estimates}
   * looks at: the weighted medians of its good trials.
   *
   * @return by spec_file; without those that nobody measured
   */
  public Map<String, TimeShare> shares(String tasksetClass) {
    return database.read(handle -> shares(handle, tasksetClass));
  }

  private static Map<String, TimeShare> shares(Handle handle, String tasksetClass) {
    Map<String, List<TimeShare>> newestFirst = new HashMap<>();
    scan(
        newestRuns(handle, tasksetClass),
        run ->
            read(
                handle,
                run,
                "SELECT spec_file, cpu_ms, wait_ms FROM task WHERE taskset_id = :run AND cpu_ms IS"
                    + " NOT NULL AND wait_ms IS NOT NULL",
                row ->
                    newestFirst
                        .computeIfAbsent(row.getString(1), spec -> new ArrayList<>(1))
                        .add(
                            new TimeShare(
                                Duration.ofMillis(row.getLong(2)),
                                Duration.ofMillis(row.getLong(3))))));
    Map<String, TimeShare> expected = new HashMap<>();
    newestFirst.forEach((spec, shares) -> expected.put(spec, usual(shares)));
    return expected;
  }

  private static TimeShare usual(List<TimeShare> newestFirst) {
    return new TimeShare(
        Estimates.usual(newestFirst.stream().map(TimeShare::processor).toList()),
        Estimates.usual(newestFirst.stream().map(TimeShare::waiting).toList()));
  }

  /** A time-out that a good run has followed says nothing any more. */
  private static boolean timedOut(
      ResultSet row, Run run, Set<String> passedSince, Map<String, TimedOut> timedOut)
      throws SQLException {
    String spec = row.getString(1);
    if (passedSince.contains(spec)) {
      return false;
    }
    Duration after = Duration.ofMillis(Math.max(0, row.getLong(2)));
    TimedOut newer = timedOut.get(spec);
    if (newer == null || newer.after.compareTo(after) < 0) {
      timedOut.put(spec, new TimedOut(after, newer == null ? run : newer.run));
    }
    return true;
  }

  /**
   * The spec_files that failed when they were decided last. A run of only some of them, or one that
   * was cancelled half-way, therefore does not hide what failed before. Neither does a run of some
   * tests of a class that are good: another test of it may have failed.
   *
   * @return in alphabetical order; some may not exist any more
   */
  public Set<String> failedLast(String tasksetClass) {
    return database.read(handle -> failedLast(handle, tasksetClass));
  }

  private static Set<String> failedLast(Handle handle, String tasksetClass) {
    Set<String> seen = new HashSet<>();
    Set<String> failed = new TreeSet<>();
    scan(
        newestRunsWithPartial(handle, tasksetClass),
        run ->
            read(
                handle,
                run,
                "SELECT spec_file, status FROM task WHERE taskset_id = :run AND status <> ''",
                row -> {
                  String spec = row.getString(1);
                  boolean red = TaskStatus.parse(row.getString(2)) == TaskStatus.FAILED;
                  boolean newest = (red || !run.partial) && seen.add(spec);
                  return newest && red ? failed.add(spec) : newest;
                }));
    return failed;
  }

  /**
   * Which tasks fail after which others: what the next run keeps apart, or looks at first.
   *
   * @param since what was seen last before that is left out, so that it is tried again
   * @return the culprits by the spec_file that fails after them
   */
  public Map<String, List<Culprits>> culprits(String tasksetClass, Instant since) {
    return new OrderDependentTasks(database).culprits(tasksetClass, since);
  }

  /**
   * What starting a JVM of each launch is expected to take, from the runs that {@link #estimates}
   * looks at.
   *
   * @return by the name of the launch; only those that a JVM was started for in these runs
   */
  public Map<String, Duration> startCosts(String tasksetClass) {
    return new StartCosts(database).of(newestRuns(tasksetClass));
  }

  /** How often in a row some of its tests have passed. */
  public List<PassStreak> passStreaks(String tasksetClass, Collection<TestMethod> tests) {
    return new PassStreaks(database).find(tasksetClass, tests);
  }

  /**
   * What classes share with others in a JVM: by what they have reported in the runs that {@link
   * #estimates} looks at, and by what they took after others. In a key that was learned the class
   * that the key names has to be the first.
   *
   * @return by spec_file; without those that share nothing
   */
  public Map<String, KnownAffinity> affinities(String tasksetClass) {
    Map<String, KnownAffinity> all =
        new HashMap<>(
            database.read(handle -> WarmedClasses.of(HeavyClasses.read(handle, tasksetClass))));
    all.putAll(new Affinities(database).of(newestRuns(tasksetClass)));
    return all;
  }

  /**
   * How its longest classes may be divided, from the newest of the runs that {@link #estimates}
   * looks at.
   *
   * @param since refusals that were seen before that are left out, so that it is tried again
   * @return by spec_file
   */
  public Map<String, KnownParts> parts(String tasksetClass, Instant since) {
    return new SplitHistory(database).of(tasksetClass, newestRuns(tasksetClass), since);
  }

  /** The numbers of the runs that {@link #estimates} looks at, newest first. */
  public List<Long> newestRuns(String tasksetClass) {
    return database.read(handle -> newestRuns(handle, tasksetClass, Estimates.RUNS));
  }

  private static void scan(List<Run> runs, Consumer<Run> reader) {
    int tasks = 0;
    for (Run run : runs) {
      if (tasks > 0 && tasks + run.tasks > MAX_TASKS) {
        break;
      }
      tasks += run.tasks;
      reader.accept(run);
    }
  }

  private static void read(Handle handle, Run run, String sql, RowReader<Boolean> reader) {
    handle
        .createQuery(sql)
        .bind("run", run.number)
        .scanResultSet(
            (rows, context) -> {
              ResultSet row = rows.get();
              while (row.next()) {
                reader.read(row);
              }
              return sql;
            });
  }

  /**
   * The numbers of the newest runs of whole classes, newest first.
   *
   * @param most no more than so many; 1 or more
   */
  static List<Long> newestRuns(Handle handle, String tasksetClass, int most) {
    return ofWholeClasses(handle, tasksetClass, most).stream().map(Run::number).toList();
  }

  private static List<Run> newestRuns(Handle handle, String tasksetClass) {
    return ofWholeClasses(handle, tasksetClass, Estimates.RUNS);
  }

  private static List<Run> ofWholeClasses(Handle handle, String tasksetClass, int most) {
    return runs(
        handle,
        "class_hash = :hash AND NOT partial_run AND NOT cached",
        query -> query.bind("hash", Hash.of(tasksetClass)).bind("runs", most));
  }

  /** The same, and the partial runs since the oldest of them. */
  private static List<Run> newestRunsWithPartial(Handle handle, String tasksetClass) {
    List<Run> whole = newestRuns(handle, tasksetClass);
    long oldest = whole.size() < Estimates.RUNS ? 0 : whole.get(whole.size() - 1).number;
    List<Run> all =
        new ArrayList<>(
            runs(
                handle,
                "class_hash = :hash AND partial_run AND id >= :oldest",
                query ->
                    query
                        .bind("hash", Hash.of(tasksetClass))
                        .bind("oldest", oldest)
                        .bind("runs", MAX_PARTIAL)));
    all.addAll(whole);
    all.sort(Comparator.comparingLong(Run::number).reversed());
    return all;
  }

  private static List<Run> runs(Handle handle, String condition, UnaryOperator<Query> bound) {
    return bound
        .apply(
            handle.createQuery(
                "SELECT id, task_count, least_timeout_sec, unknown_spec_timeout_sec, partial_run"
                    + " FROM taskset WHERE "
                    + condition
                    + " ORDER BY class_hash DESC, id DESC LIMIT :runs"))
        .map(
            (row, context) ->
                new Run(
                    row.getLong(1),
                    row.getInt(2),
                    Duration.ofSeconds(row.getLong(3)),
                    Duration.ofSeconds(row.getLong(4)),
                    row.getBoolean(5)))
        .list();
  }

  private record Run(
      long number, int tasks, Duration leastTimeout, Duration unknownTimeout, boolean partial) {}

  /** The longest time-out since a task passed last, and the newest run in which it timed out. */
  private record TimedOut(Duration after, Run run) {
    Duration raise(Duration estimate) {
      return Estimates.afterTimeout(estimate, after, run.leastTimeout, run.unknownTimeout);
    }
  }
}
