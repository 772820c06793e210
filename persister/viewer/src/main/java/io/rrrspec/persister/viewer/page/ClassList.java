package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.UsageException;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassRecord;
import io.rrrspec.persister.record.history.ClassRecords;
import io.rrrspec.persister.record.history.ClassRecords.Order;
import io.rrrspec.persister.record.history.ClassWindow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Test classes of the last runs in some order.
 *
 * @param order by what they are sorted
 * @param asked the taskset_class that was asked for; empty: all
 * @param classes the first ones
 * @param problem why there are none, where that was a mistake; else empty
 */
public record ClassList(Order order, String asked, List<ClassRecord> classes, String problem) {
  /** How far back the lists look. */
  public static final int RUNS = 50;

  private static final int LIMIT = 100;

  /** Whether they are of several classes of runs. */
  public boolean mixed() {
    return classes.stream().map(ClassRecord::tasksetClass).distinct().count() > 1;
  }

  /** As it is now. */
  public static ClassList of(Database database, Order order, @Nullable String tasksetClass) {
    String asked = tasksetClass == null ? "" : tasksetClass.strip();
    try {
      List<ClassRecord> classes =
          new ClassRecords(database)
              .find(asked.isEmpty() ? null : asked, ClassWindow.ofRuns(RUNS), order, LIMIT);
      return new ClassList(order, asked, classes, "");
    } catch (UsageException e) {
      return new ClassList(order, asked, List.of(), "" + e.getMessage());
    }
  }
}
