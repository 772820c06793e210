package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.Findings.Wrong.SQL;

import io.rrrspec.common.redis.Keys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Holds what the persister has kept against what Redis says. */
final class SqlCheck implements AutoCloseable {
  /** After the status of a task of which something is known to run before it when it fails. */
  static final String ORDER_DEPENDENT = "/order-dependent";

  private final Connection connection;

  private SqlCheck(Connection connection) {
    this.connection = connection;
  }

  static SqlCheck open(Place place) throws SQLException {
    return new SqlCheck(place.connect());
  }

  /** Whether both steps of a taskset are done. */
  boolean isSaved(String taskset) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT logs_saved FROM taskset WHERE uuid = ?")) {
      query.setString(1, Keys.lastPart(taskset));
      try (ResultSet row = query.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** How many tasksets there are. */
  int count() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT COUNT(*) FROM taskset");
        ResultSet row = query.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }

  /**
   * Compares one taskset.
   *
   * @param otherTrials whether it may have ended before, by other trials: the record keeps the
   *     first end, and each task ends in one way only. But for the step of a flow, which a fault
   *     may have hit in one of its two runs: then one end may be good and the other one bad
   */
  void check(RunCheck.Outcome outcome, boolean otherTrials, Findings findings) throws SQLException {
    String id = Keys.lastPart(outcome.taskset());
    UnaryOperator<String> end =
        otherTrials && outcome.isOfFlow() ? SqlCheck::goodOrBad : UnaryOperator.identity();
    Map<String, String> tasksets =
        read("SELECT redis_key, status FROM taskset WHERE uuid = ?", id, "");
    compare(findings, "taskset", Map.of(outcome.taskset(), outcome.status()), tasksets, end);
    Map<String, String> tasks =
        read(
            "SELECT t.spec_file, t.status || CASE WHEN t.order_dependence IS NULL THEN '' ELSE '"
                + ORDER_DEPENDENT
                + "' END FROM task t JOIN taskset s ON s.id = t.taskset_id"
                + " WHERE s.uuid = ?",
            id,
            "");
    compare(findings, "tasks of " + outcome.taskset(), outcome.tasks(), tasks, end);
    Map<String, String> passedTests =
        read(
            "SELECT k.spec_file, t.passed FROM trial t JOIN taskset s ON s.id = t.taskset_id"
                + " JOIN task k ON k.taskset_id = s.id AND k.task_no = t.task_no"
                + " WHERE s.uuid = ? AND s.rsync_name = '"
                + DividedRun.NAME
                + "' AND t.verdict = 'passed'",
            id,
            "");
    compare(
        findings,
        "passed tests of " + outcome.taskset(),
        outcome.passedTests(),
        passedTests,
        UnaryOperator.identity());
    if (otherTrials) {
      return;
    }
    Map<String, String> partTrials =
        read(
            "SELECT k.spec_file || '#' || t.part_no || '/' || k.parts || ':trial:' || t.trial_name,"
                + " t.status || '/' || COALESCE(t.verdict, '')"
                + " FROM part_trial t JOIN taskset s ON s.id = t.taskset_id"
                + " JOIN task k ON k.taskset_id = s.id AND k.task_no = t.task_no"
                + " WHERE s.uuid = ?",
            id,
            outcome.taskset() + ":task:");
    compare(
        findings, "trials of parts of " + outcome.taskset(), outcome.partTrials(), partTrials, end);
    Map<String, String> trials =
        read(
            "SELECT k.spec_file || ':trial:' || t.trial_name,"
                + " t.status || '/' || COALESCE(t.verdict, '')"
                + " FROM trial t JOIN taskset s ON s.id = t.taskset_id"
                + " JOIN task k ON k.taskset_id = s.id AND k.task_no = t.task_no"
                + " WHERE s.uuid = ?",
            id,
            outcome.taskset() + ":task:");
    compare(findings, "trials of " + outcome.taskset(), outcome.trials(), trials, end);
  }

  /** The same for both ends that a run by itself may have. */
  private static String goodOrBad(String status) {
    return Set.of("succeeded", "passed", "failed").contains(status) ? "good or bad" : status;
  }

  private static void compare(
      Findings findings,
      String what,
      Map<String, String> redis,
      Map<String, String> sql,
      UnaryOperator<String> end) {
    redis.forEach(
        (key, value) -> {
          String saved = sql.get(key);
          if (saved == null || !end.apply(value).equals(end.apply(saved))) {
            findings.add(SQL, what + ": " + key + " is " + value + ", in SQL " + saved);
          }
        });
    sql.keySet().stream()
        .filter(key -> !redis.containsKey(key))
        .forEach(key -> findings.add(SQL, what + ": only SQL has " + key));
  }

  private Map<String, String> read(String sql, String id, String prefix) throws SQLException {
    Map<String, String> rows = new HashMap<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, id);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          if (rows.put(prefix + row.getString(1), row.getString(2)) != null) {
            throw new SQLException("SQL has " + row.getString(1) + " twice in " + id);
          }
        }
      }
    }
    return rows;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
