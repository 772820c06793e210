package io.rrrspec.persister.record;

import io.rrrspec.common.model.CaseResult.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A test that failed in a trial of a run. The whole of it is in {@link RunTrials#cases}.
 *
 * @param taskNo the number of its task, from 1
 * @param trialNo the number of its trial in the task, from 0
 * @param caseNo its number in the trial, from 0
 * @param specFile its task
 * @param className its class as reports name it
 * @param name its name as reports have it
 * @param outcome failed, or error
 * @param duration how long it took
 * @param message the beginning of its message, or null
 * @param flaky whether it passed in another trial of this task
 */
public record FailedTest(
    int taskNo,
    int trialNo,
    int caseNo,
    String specFile,
    String className,
    String name,
    Outcome outcome,
    Duration duration,
    @Nullable String message,
    boolean flaky) {
  /** What {@link #read} wants to see, of the failed case f and its task k. */
  static final String COLUMNS =
      "f.task_no, f.trial_no, f.case_no, k.spec_file, f.class_name, f.name, f.outcome,"
          + " f.duration_ms, f.message, f.flaky";

  static FailedTest read(ResultSet row) throws SQLException {
    return new FailedTest(
        row.getInt("task_no"),
        row.getInt("trial_no"),
        row.getInt("case_no"),
        row.getString("spec_file"),
        row.getString("class_name"),
        row.getString("name"),
        Outcome.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT)),
        Duration.ofMillis(row.getLong("duration_ms")),
        row.getString("message"),
        row.getBoolean("flaky"));
  }
}
