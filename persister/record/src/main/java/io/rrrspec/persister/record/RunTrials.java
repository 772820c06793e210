package io.rrrspec.persister.record;

import io.rrrspec.common.model.CaseResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The trials of a run: who ran what and when, and what one of them wrote. */
public final class RunTrials {
  /** More trials are on no page. */
  public static final int MAX_PER_PAGE = 5_000;

  private static final String SELECT =
      "SELECT "
          + TrialLine.COLUMNS
          + " FROM trial x JOIN task k ON k.taskset_id = x.taskset_id AND k.task_no = x.task_no"
          + " WHERE x.taskset_id = :run AND ";

  private final Database database;

  /**
   * What a trial left.
   *
   * @param stdout what it wrote to standard output
   * @param stderr what it wrote to standard error
   * @param reason what ended it where no test says it, or null
   */
  public record Output(String stdout, String stderr, @Nullable String reason) {}

  public RunTrials(Database database) {
    this.database = database;
  }

  /**
   * The next trials, task by task and in a task the oldest first: what a timeline is drawn from.
   *
   * @param run the run's number
   * @param afterTask the task of the last trial that is known; 0: from the first one on
   * @param afterTrial the number of that trial
   * @param limit how many at most; 1 to {@link #MAX_PER_PAGE}
   */
  public List<TrialLine> page(long run, int afterTask, int afterTrial, int limit) {
    if (limit < 1 || limit > MAX_PER_PAGE) {
      throw new IllegalArgumentException("1 to " + MAX_PER_PAGE + " trials, not " + limit);
    }
    return new OneRun(database, run)
        .list(
            SELECT
                + "x.task_no >= :task AND (x.task_no > :task OR x.trial_no > :trial) ORDER BY"
                + " x.taskset_id, x.task_no, x.trial_no LIMIT :limit",
            Map.of("task", afterTask, "trial", afterTrial, "limit", limit),
            TrialLine::read);
  }

  /** The trials of one task, oldest first. */
  public List<TrialLine> ofTask(long run, int taskNo) {
    return new OneRun(database, run)
        .list(
            SELECT + "x.task_no = :task ORDER BY x.taskset_id, x.task_no, x.trial_no",
            Map.of("task", taskNo),
            TrialLine::read);
  }

  /** What one trial wrote; empty if there is no such trial. */
  public Optional<Output> output(long run, int taskNo, int trialNo) {
    return new OneRun(database, run)
        .find(
            "SELECT stdout, stderr, reason FROM trial WHERE taskset_id = :run AND task_no = :task"
                + " AND trial_no = :trial",
            Map.of("task", taskNo, "trial", trialNo),
            row ->
                new Output(
                    Blob.readText(row, "stdout"),
                    Blob.readText(row, "stderr"),
                    row.getString("reason")));
  }

  /** All tests of one trial in their order; empty if there is no such trial. */
  public List<CaseResult> cases(long run, int taskNo, int trialNo) {
    return new OneRun(database, run)
        .find(
            "SELECT cases FROM trial WHERE taskset_id = :run AND task_no = :task AND trial_no ="
                + " :trial",
            Map.of("task", taskNo, "trial", trialNo),
            row -> Cases.unpack(row, "cases"))
        .orElse(List.of());
  }
}
