package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.store.PassStreakStore;
import io.rrrspec.common.store.QuarantineStore.Entry;
import io.rrrspec.persister.viewer.run.Records;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tests that the fleet has in quarantine.
 *
 * @param shared whether there is a fleet; what runs on one machine alone has a file instead
 * @param asked what the list is filtered by; empty: by nothing
 * @param rows the tests, by project
 * @param draft what the form for another test begins with
 * @param today in UTC
 */
public record QuarantinePage(
    boolean shared, String asked, List<Row> rows, Draft draft, LocalDate today) {

  /**
   * One test.
   *
   * @param tasksetClass the project
   * @param test the test
   * @param streak how often in a row it has passed; null: nobody knows yet
   * @param today in UTC
   */
  public record Row(
      String tasksetClass, QuarantinedTest test, @Nullable PassStreak streak, LocalDate today) {
    /** Whether its failures count again. */
    public boolean hasEnded() {
      return test.hasEnded(today);
    }

    /** What somebody should do about it; empty: nothing. */
    public String advice() {
      return test.advice(today, streak);
    }

    /** How often in a row it has passed, as text; empty if nobody knows. */
    public String passes() {
      return streak == null ? "" : streak.passes() + (streak.isReady() ? " or more" : "");
    }

    /** What a change must find unchanged. */
    public String version() {
      return test.text();
    }

    private boolean has(String text) {
      return (tasksetClass + " " + test.test() + " " + test.owner() + " " + test.reason())
          .toLowerCase(Locale.ROOT)
          .contains(text.toLowerCase(Locale.ROOT));
    }
  }

  /**
   * What the form begins with.
   *
   * @param tasksetClass the project; may be empty
   * @param test the test; may be empty
   */
  public record Draft(String tasksetClass, String test) {
    /** Of a test that failed: an invocation stands for its method. */
    public static Draft of(@Nullable String tasksetClass, @Nullable String test) {
      return new Draft(tasksetClass == null ? "" : tasksetClass, test == null ? "" : test);
    }
  }

  /** The last day that the form proposes. */
  public LocalDate usualEnd() {
    return today.plusDays(QuarantinedTest.USUAL_DAYS);
  }

  /** The last day that may be chosen. */
  public LocalDate latestEnd() {
    return today.plusDays(QuarantinedTest.MOST_DAYS);
  }

  /** As it is now. */
  public static QuarantinePage of(
      Records records, @Nullable String filter, Draft draft, LocalDate today) {
    String asked = filter == null ? "" : filter.strip();
    var store = records.quarantine();
    List<Entry> entries = store == null ? List.of() : store.all();
    Map<String, Map<TestMethod, PassStreak>> known = new HashMap<>();
    List<Row> rows = new ArrayList<>();
    for (Entry entry : entries) {
      Map<TestMethod, PassStreak> streaks =
          known.computeIfAbsent(entry.tasksetClass(), name -> byTest(records.passStreaks(), name));
      Row row =
          new Row(entry.tasksetClass(), entry.test(), streaks.get(entry.test().test()), today);
      if (row.has(asked)) {
        rows.add(row);
      }
    }
    return new QuarantinePage(store != null, asked, rows, draft, today);
  }

  private static Map<TestMethod, PassStreak> byTest(PassStreakStore store, String tasksetClass) {
    Map<TestMethod, PassStreak> byTest = new HashMap<>();
    store.find(tasksetClass).forEach(streak -> byTest.put(streak.test(), streak));
    return byTest;
  }
}
