package io.rrrspec.persister.record.history;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.FlakyTest.Sample;
import io.rrrspec.persister.record.row.Blob;
import io.rrrspec.persister.record.row.Cases;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.TasksetClass;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The flaky tests of the last runs. Runs of some tests of their classes are left out, as in {@link
 * SpecHistories}: in most of them the test did not run. So are those that were given a known
 * result.
 */
public final class FlakyTests {
  private static final int MAX_KEYS = 100;
  private static final int MAX_OUTPUT = 4_000;

  /** Beyond so many it only is said that there are more. */
  private static final int MAX_COUNTED = 100;

  /** The taskset s is one that counts, for SQL. */
  private static final String WHOLE = "NOT s.partial_run AND NOT s.cached";

  /** When a test failed so for the first time, for SQL. */
  private static final String FIRST =
      "(SELECT MIN(a.finished_ms) FROM flaky_case a JOIN taskset s ON s.id = a.taskset_id WHERE"
          + " a.test_hash = f.test_hash AND a.spec_hash = f.spec_hash AND "
          + WHOLE
          + ") AS first_ms";

  private final Database database;

  public FlakyTests(Database database) {
    this.database = database;
  }

  /**
   * The tests that failed most often although they pass on the same sources.
   *
   * @param tasksetClass null: of all
   * @param window which runs of each taskset_class
   * @param limit how many tests at most; 1 or more
   * @return the most frequent first
   * @throws io.rrrspec.common.UsageException if there is no run of this taskset_class
   */
  public List<FlakyTest> find(@Nullable String tasksetClass, ClassWindow window, int limit) {
    return find(tasksetClass, window, limit, FlakyTests::details);
  }

  /**
   * The same without what needs the trials themselves: there are neither traces nor outputs, and no
   * keys of runs but those of the two samples.
   *
   * @throws io.rrrspec.common.UsageException if there is no run of this taskset_class
   */
  public List<FlakyTest> findInBrief(@Nullable String tasksetClass, ClassWindow window, int limit) {
    return find(tasksetClass, window, limit, FlakyTests::brief);
  }

  private List<FlakyTest> find(
      @Nullable String tasksetClass,
      ClassWindow window,
      int limit,
      BiFunction<Handle, Count, Optional<FlakyTest>> reader) {
    return database.read(
        handle -> {
          List<Count> counts = new ArrayList<>();
          for (TasksetClass each : TasksetClass.named(handle, tasksetClass)) {
            counts.addAll(count(handle, each, window.firstRun(handle, each.hash()), limit));
          }
          counts.sort(
              Comparator.comparingInt(Count::flakyRuns)
                  .thenComparingLong(Count::lastRun)
                  .reversed());
          return counts.stream()
              .limit(limit)
              .map(count -> reader.apply(handle, count))
              .flatMap(Optional::stream)
              .toList();
        });
  }

  /**
   * The flaky tests of some runs, by name alone.
   *
   * @param count how many there are, as far as they were counted
   * @param more whether there are more than that
   * @param first the most frequent first; may be fewer than there are
   */
  public record Names(int count, boolean more, List<Name> first) {}

  /**
   * A flaky test.
   *
   * @param specFile its task
   * @param className its class as reports name it
   * @param name its name as reports have it
   * @param runs in how many of the runs it failed although it passes on their sources
   * @param lastSeen when it failed so for the last time
   */
  public record Name(String specFile, String className, String name, int runs, Instant lastSeen) {}

  /**
   * Counts flaky tests, and names the most frequent ones. Nothing that they wrote is read.
   *
   * @param firstRun the number of the oldest run that is looked at
   * @param limit how many are named at most; 1 or more
   */
  public Names names(String tasksetClass, long firstRun, int limit) {
    TasksetClass of = new TasksetClass(tasksetClass, Hash.of(tasksetClass));
    return database.read(
        handle -> {
          List<Count> counts = count(handle, of, firstRun, MAX_COUNTED + 1);
          return new Names(
              Math.min(MAX_COUNTED, counts.size()),
              counts.size() > MAX_COUNTED,
              counts.stream()
                  .limit(limit)
                  .map(count -> name(handle, count))
                  .flatMap(Optional::stream)
                  .toList());
        });
  }

  private static Optional<Name> name(Handle handle, Count count) {
    return handle
        .createQuery(
            "SELECT k.spec_file, f.class_name, f.name, f.finished_ms FROM flaky_case f JOIN task k"
                + " ON k.taskset_id = f.taskset_id AND k.task_no = f.task_no WHERE f.taskset_id ="
                + " :run AND f.test_hash = :test AND f.spec_hash = :spec")
        .bind("run", count.lastRun)
        .bind("test", count.test)
        .bind("spec", count.spec)
        .map(
            (row, context) ->
                new Name(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    count.flakyRuns,
                    Instant.ofEpochMilli(row.getLong(4))))
        .findFirst();
  }

  private static List<Count> count(Handle handle, TasksetClass of, long firstRun, int limit) {
    return handle
        .createQuery(
            "SELECT f.test_hash, f.spec_hash, COUNT(DISTINCT f.taskset_id) AS flaky_runs,"
                + " MAX(f.taskset_id) AS last_run FROM flaky_case f JOIN taskset s ON s.id ="
                + " f.taskset_id WHERE f.class_hash = :class AND f.taskset_id >= :first AND "
                + WHOLE
                + " GROUP BY f.test_hash, f.spec_hash ORDER BY flaky_runs DESC, last_run DESC"
                + " LIMIT :limit")
        .bind("class", of.hash())
        .bind("first", firstRun)
        .bind("limit", limit)
        .map(
            (row, context) ->
                new Count(
                    of,
                    row.getBytes("test_hash"),
                    row.getBytes("spec_hash"),
                    row.getInt("flaky_runs"),
                    row.getLong("last_run"),
                    firstRun))
        .list();
  }

  /** Empty if its last run is being deleted. */
  private static Optional<FlakyTest> details(Handle handle, Count count) {
    int runs = Math.max(count.flakyRuns, runs(handle, count));
    return handle
        .createQuery(
            "SELECT f.*, k.spec_file, "
                + FIRST
                + " FROM flaky_case f JOIN task k ON k.taskset_id = f.taskset_id AND k.task_no ="
                + " f.task_no WHERE f.taskset_id = :run AND f.test_hash = :test AND f.spec_hash ="
                + " :spec")
        .bind("run", count.lastRun)
        .bind("test", count.test)
        .bind("spec", count.spec)
        .map((row, context) -> read(handle, count, runs, row))
        .findOne();
  }

  private static final String BRIEF =
      "SELECT f.class_name, f.name, f.finished_ms, k.spec_file, c.message, s.redis_key AS failed_run,"
          + " p.redis_key AS passed_run, "
          + FIRST
          + " FROM flaky_case f JOIN task k ON k.taskset_id = f.taskset_id AND k.task_no = f.task_no JOIN taskset s ON"
          + " s.id = f.taskset_id LEFT JOIN taskset p ON p.id = f.passed_taskset_id LEFT JOIN"
          + " failed_case c ON c.taskset_id = f.taskset_id AND c.task_no = f.task_no AND c.trial_no ="
          + " f.trial_no AND c.case_no = f.case_no WHERE f.taskset_id = :run AND f.test_hash = :test"
          + " AND f.spec_hash = :spec";

  /** Empty if its last run is being deleted. */
  private static Optional<FlakyTest> brief(Handle handle, Count count) {
    int runs = Math.max(count.flakyRuns, runs(handle, count));
    return handle
        .createQuery(BRIEF)
        .bind("run", count.lastRun)
        .bind("test", count.test)
        .bind("spec", count.spec)
        .map(
            (row, context) ->
                new FlakyTest(
                    count.of.name(),
                    row.getString("spec_file"),
                    row.getString("class_name"),
                    row.getString("name"),
                    count.flakyRuns,
                    runs,
                    Instant.ofEpochMilli(row.getLong("first_ms")),
                    Instant.ofEpochMilli(row.getLong("finished_ms")),
                    List.of(),
                    sample(row.getString("failed_run"), row.getString("message")),
                    sample(row.getString("passed_run"), null)))
        .findFirst();
  }

  private static @Nullable Sample sample(@Nullable String run, @Nullable String message) {
    return run == null ? null : new Sample(run, "", message, null, "", "");
  }

  private static FlakyTest read(Handle handle, Count count, int runs, ResultSet row)
      throws SQLException {
    return new FlakyTest(
        count.of.name(),
        row.getString("spec_file"),
        row.getString("class_name"),
        row.getString("name"),
        count.flakyRuns,
        runs,
        Instant.ofEpochMilli(row.getLong("first_ms")),
        Instant.ofEpochMilli(row.getLong("finished_ms")),
        keys(handle, count),
        sample(
            handle,
            row.getLong("taskset_id"),
            row.getInt("task_no"),
            row.getInt("trial_no"),
            row.getInt("case_no")),
        sample(
            handle,
            row.getLong("passed_taskset_id"),
            row.getInt("passed_task_no"),
            row.getInt("passed_trial_no"),
            row.getInt("passed_case_no")));
  }

  /**
   * In how many runs the class came to its end: what a time-out cut off says nothing. One with a
   * duration has a good trial. Of the others alone the trials are read, whose rows are long.
   */
  private static int runs(Handle handle, Count count) {
    return handle
        .createQuery(
            "SELECT COUNT(*) FROM task k JOIN taskset s ON s.id = k.taskset_id WHERE k.spec_hash ="
                + " :spec AND k.taskset_id >= :first AND "
                + WHOLE
                + " AND (k.duration_ms IS NOT NULL OR EXISTS (SELECT 1 FROM trial x WHERE"
                + " x.taskset_id = k.taskset_id AND x.task_no = k.task_no AND x."
                + CountedTrial.COUNTS
                + " AND x.status IN ('passed', 'pending', 'failed')))")
        .bind("spec", count.spec)
        .bind("first", count.firstRun)
        .mapTo(Integer.class)
        .one();
  }

  private static List<String> keys(Handle handle, Count count) {
    return handle
        .createQuery(
            "SELECT s.redis_key FROM flaky_case f JOIN taskset s ON s.id = f.taskset_id WHERE"
                + " f.test_hash = :test AND f.spec_hash = :spec AND f.taskset_id >= :first AND "
                + WHOLE
                + " ORDER BY f.taskset_id DESC LIMIT :limit")
        .bind("test", count.test)
        .bind("spec", count.spec)
        .bind("first", count.firstRun)
        .bind("limit", MAX_KEYS)
        .mapTo(String.class)
        .list()
        .stream()
        .distinct()
        .toList();
  }

  private static @Nullable Sample sample(
      Handle handle, long run, int taskNo, int trialNo, int caseNo) {
    return handle
        .createQuery(
            "SELECT s.redis_key, x.slave_key, x.stdout, x.stderr, x.cases FROM trial x JOIN taskset"
                + " s ON s.id = x.taskset_id WHERE x.taskset_id = :run AND x.task_no = :task AND"
                + " x.trial_no = :trial")
        .bind("run", run)
        .bind("task", taskNo)
        .bind("trial", trialNo)
        .map(
            (row, context) -> {
              var result = Cases.unpack(row, "cases").get(caseNo);
              return new Sample(
                  row.getString("redis_key"),
                  row.getString("slave_key"),
                  result.message(),
                  result.trace(),
                  end(Blob.readText(row, "stdout")),
                  end(Blob.readText(row, "stderr")));
            })
        .findOne()
        .orElse(null);
  }

  private static String end(String text) {
    return text.length() <= MAX_OUTPUT ? text : "…" + text.substring(text.length() - MAX_OUTPUT);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Count(
      TasksetClass of, byte[] test, byte[] spec, int flakyRuns, long lastRun, long firstRun) {}
}
