package io.rrrspec.persister.record;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tests that failed in a run, in all trials that count. */
public final class RunFailures {
  /** More failures are on no page. */
  public static final int MAX_PER_PAGE = 1_000;

  private final Database database;

  public RunFailures(Database database) {
    this.database = database;
  }

  /**
   * The next ones, task by task, trial by trial.
   *
   * @param run the run's number
   * @param after the last one that is known; null: from the first one on
   * @param limit how many at most; 1 to {@link #MAX_PER_PAGE}
   */
  public List<FailedTest> page(long run, @Nullable FailedTest after, int limit) {
    if (limit < 1 || limit > MAX_PER_PAGE) {
      throw new IllegalArgumentException("1 to " + MAX_PER_PAGE + " failures, not " + limit);
    }
    return new OneRun(database, run)
        .list(
            "SELECT "
                + FailedTest.COLUMNS
                + " FROM failed_case f JOIN task k ON k.taskset_id = f.taskset_id AND k.task_no ="
                + " f.task_no WHERE f.taskset_id = :run AND f.task_no >= :task AND (f.task_no >"
                + " :task OR f.trial_no > :trial OR (f.trial_no = :trial AND f.case_no > :case))"
                + " ORDER BY f.taskset_id, f.task_no, f.trial_no, f.case_no LIMIT :limit",
            Map.of(
                "task", after == null ? 0 : after.taskNo(),
                "trial", after == null ? 0 : after.trialNo(),
                "case", after == null ? 0 : after.caseNo(),
                "limit", limit),
            FailedTest::read);
  }

  /** How many there are. */
  public long count(long run) {
    return new OneRun(database, run)
        .count("SELECT COUNT(*) FROM failed_case WHERE taskset_id = :run");
  }
}
