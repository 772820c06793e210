package io.rrrspec.client.report.result;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lays the trials of one task over each other. The last counted trial decided the task, so it
 * decides about its tests: what was red before and is good there was flaky.
 */
final class TestMerge {
  /** The nth test of that name in that class: names need not be unique. */
  private record Id(String className, String name, int occurrence) {}

  private final Map<Id, List<TestRun>> runsById = new LinkedHashMap<>();
  private Map<Id, TestRun> last = Map.of();

  /** Adds the tests of the next trial. */
  void add(List<TestRun> trial) {
    Map<Id, TestRun> byId = new LinkedHashMap<>();
    Map<Id, Integer> seen = new HashMap<>();
    for (TestRun run : trial) {
      Id first = new Id(run.result().className(), run.result().name(), 0);
      int occurrence = seen.merge(first, 1, Integer::sum) - 1;
      byId.put(new Id(first.className(), first.name(), occurrence), run);
    }
    byId.forEach((id, run) -> runsById.computeIfAbsent(id, i -> new ArrayList<>()).add(run));
    last = byId;
  }

  /**
   * The tests of a task whose last trial was good: those of that trial and no others, so that their
   * number is the same as without a retry. An earlier failure that has no test there (of the class
   * as a whole, or of a test whose name is different each time) is shown at the first test of its
   * class.
   */
  List<TestReport> ofGoodTask() {
    return merged(last);
  }

  /**
   * The tests of any other task: all that were seen in any trial, since the last one may have ended
   * before it came to them.
   */
  List<TestReport> ofBadTask() {
    Map<Id, TestRun> mains = new LinkedHashMap<>();
    runsById.forEach(
        (id, runs) -> {
          TestRun latest = runs.get(runs.size() - 1);
          if (!latest.red()) {
            mains.put(id, latest);
          } else if (!(latest.ofClass() && wentFurtherLater(id))) {
            mains.put(id, runs.stream().filter(TestRun::red).findFirst().orElse(latest));
          }
        });
    return merged(mains);
  }

  /**
   * Whether what was red about a class as a whole was overcome: the last trial has a good test of
   * that class, which can show it. Else it stays red on its own.
   */
  private boolean wentFurtherLater(Id id) {
    return !last.containsKey(id)
        && last.entrySet().stream()
            .anyMatch(
                other ->
                    other.getKey().className().equals(id.className()) && !other.getValue().red());
  }

  // The same failure in two trials is two runs, though they are equal.
  @SuppressWarnings("ReferenceEquality")
  private List<TestReport> merged(Map<Id, TestRun> mains) {
    Map<Id, List<TestRun>> others = new LinkedHashMap<>();
    mains.keySet().forEach(id -> others.put(id, new ArrayList<>()));
    runsById.forEach(
        (id, runs) -> {
          TestRun main = mains.get(id);
          for (TestRun run : runs) {
            if (run.red() && run != main) {
              hang(run, main == null ? substitute(id, mains) : id, main == null, others);
            }
          }
        });
    List<TestReport> reports = new ArrayList<>();
    mains.forEach(
        (id, main) -> reports.add(new TestReport(main, others.getOrDefault(id, List.of()))));
    return reports;
  }

  private static void hang(
      TestRun run, @Nullable Id id, boolean named, Map<Id, List<TestRun>> others) {
    List<TestRun> place = id == null ? null : others.get(id);
    if (place != null) {
      place.add(named ? withNameInMessage(run) : run);
    }
  }

  /**
   * A good test to show another's failure at; a red one would show it as its own. Best is one that
   * passed, since what was skipped has not been overcome, and of the same class.
   */
  private static @Nullable Id substitute(Id id, Map<Id, TestRun> mains) {
    Id best = null;
    int worth = 0;
    for (Map.Entry<Id, TestRun> main : mains.entrySet()) {
      if (!main.getValue().red()) {
        boolean passed = main.getValue().result().outcome() == Outcome.PASSED;
        boolean sameClass = main.getKey().className().equals(id.className());
        int now = 1 + (passed ? 2 : 0) + (sameClass ? 1 : 0);
        if (now > worth) {
          best = main.getKey();
          worth = now;
        }
      }
    }
    return best;
  }

  private static TestRun withNameInMessage(TestRun run) {
    CaseResult from = run.result();
    String name = nameInMessage(from);
    String message = from.message() == null ? name : name + ": " + from.message();
    return new TestRun(with(from, message), run.stdout(), run.stderr());
  }

  /** The same failure where its own name stands before it. */
  static CaseResult withoutNameInMessage(CaseResult hung) {
    String message = hung.message();
    String name = nameInMessage(hung);
    if (message == null || message.equals(name)) {
      return with(hung, null);
    }
    return message.startsWith(name + ": ")
        ? with(hung, message.substring(name.length() + 2))
        : hung;
  }

  private static String nameInMessage(CaseResult result) {
    return result.name().isEmpty() ? result.className() : result.name();
  }

  private static CaseResult with(CaseResult from, @Nullable String message) {
    return new CaseResult(
        from.className(),
        from.name(),
        from.outcome(),
        from.millis(),
        message,
        from.type(),
        from.trace(),
        from.comparisons(),
        from.quarantine());
  }
}
