package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.UsageException;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.FlakyTest;
import io.rrrspec.persister.record.history.FlakyTests;
import io.rrrspec.persister.record.history.OrderDependentTask;
import io.rrrspec.persister.record.history.OrderDependentTasks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tests that failed and passed on the same sources.
 *
 * @param asked the taskset_class that was asked for; empty: all
 * @param tests the most frequent first
 * @param orderDependent classes that fail after others and pass alone, those seen last first
 * @param problem why there are none, where that was a mistake; else empty
 */
public record FlakyPage(
    String asked, List<FlakyTest> tests, List<OrderDependentTask> orderDependent, String problem) {
  /** How far back the list looks. */
  public static final int RUNS = 100;

  private static final int LIMIT = 50;

  /** Whether they are of several classes of runs. */
  public boolean mixed() {
    return tests.stream().map(FlakyTest::tasksetClass).distinct().count() > 1;
  }

  /** As it is now. */
  public static FlakyPage of(Database database, @Nullable String tasksetClass) {
    String asked = tasksetClass == null ? "" : tasksetClass.strip();
    try {
      List<FlakyTest> tests =
          new FlakyTests(database)
              .findInBrief(asked.isEmpty() ? null : asked, ClassWindow.ofRuns(RUNS), LIMIT);
      List<OrderDependentTask> dependent =
          new OrderDependentTasks(database).find(asked.isEmpty() ? null : asked, LIMIT);
      return new FlakyPage(asked, tests, dependent, "");
    } catch (UsageException e) {
      return new FlakyPage(asked, List.of(), List.of(), "" + e.getMessage());
    }
  }
}
