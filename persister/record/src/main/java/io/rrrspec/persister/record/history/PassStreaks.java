package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Cases;
import io.rrrspec.persister.record.row.Hash;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * How often in a row single tests have passed. Every trial that counts is one more time, retries
 * included; trials that did not run the test, or skipped it, say nothing.
 */
public final class PassStreaks {
  private static final int MOST_RUNS = PassStreak.RELEASE;

  /** A run may have retried the class. */
  private static final int MOST_TRIALS = 2 * MOST_RUNS;

  private final Database database;

  public PassStreaks(Database database) {
    this.database = database;
  }

  /**
   * Reads those of some tests, in their order.
   *
   * @param tasksetClass the name under which the runs are kept
   */
  public List<PassStreak> find(String tasksetClass, Collection<TestMethod> tests) {
    return database.read(
        handle -> {
          List<PassStreak> streaks = new ArrayList<>();
          for (TestMethod test : tests) {
            streaks.add(find(handle, tasksetClass, test));
          }
          return streaks;
        });
  }

  private static PassStreak find(Handle handle, String tasksetClass, TestMethod test) {
    TestId task = TestId.parse(test.task());
    return handle
        .createQuery(
            "SELECT x.cases FROM task k JOIN taskset s ON s.id = k.taskset_id JOIN trial x ON"
                + " x.taskset_id = k.taskset_id AND x.task_no = k.task_no WHERE k.spec_hash ="
                + " :spec AND NOT s.cached AND x."
                + CountedTrial.COUNTS
                + " ORDER BY k.spec_hash DESC, k.taskset_id DESC, x.trial_no DESC LIMIT :trials")
        .bind("spec", Hash.of(tasksetClass, test.task()))
        .bind("trials", MOST_TRIALS)
        .scanResultSet(
            (rows, context) -> {
              int passes = 0;
              boolean seen = false;
              boolean failed = false;
              var row = rows.get();
              while (!failed && passes < PassStreak.RELEASE && row.next()) {
                Times times = Times.of(test, task, Cases.unpack(row, "cases"));
                seen |= times.passed + times.failed + times.skipped > 0;
                failed = times.failed > 0;
                passes += !failed && times.passed > 0 ? 1 : 0;
              }
              return new PassStreak(test, passes, seen);
            });
  }

  /** How the invocations of a method fared in one trial. */
  private record Times(int passed, int failed, int skipped) {
    static Times of(TestMethod test, TestId task, List<CaseResult> cases) {
      int passed = 0;
      int failed = 0;
      int skipped = 0;
      for (CaseResult one : cases) {
        if (test.isOf(task, one.className(), one.name())) {
          switch (one.outcome()) {
            case PASSED -> passed++;
            case FAILED, ERROR, MUTED -> failed++;
            case SKIPPED -> skipped++;
          }
        }
      }
      return new Times(passed, failed, skipped);
    }
  }
}
