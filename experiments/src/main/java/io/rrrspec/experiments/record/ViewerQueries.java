package io.rrrspec.experiments.record;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.persister.record.ClassHistory;
import io.rrrspec.persister.record.ClassRecords;
import io.rrrspec.persister.record.Database;
import io.rrrspec.persister.record.FlakyTests;
import io.rrrspec.persister.record.RecentRuns;
import io.rrrspec.persister.record.RunFailures;
import io.rrrspec.persister.record.RunFilter;
import io.rrrspec.persister.record.RunReader;
import io.rrrspec.persister.record.RunTasks;
import io.rrrspec.persister.record.RunTrials;
import io.rrrspec.persister.record.RunWorkers;
import io.rrrspec.persister.record.Runs;
import io.rrrspec.persister.record.SavedRun;
import io.rrrspec.persister.record.SavedRunsPage;
import io.rrrspec.persister.record.SeededRecord;
import io.rrrspec.persister.record.SpecHistories;
import io.rrrspec.persister.record.TaskLine;
import io.rrrspec.persister.record.TestHistories;
import io.rrrspec.persister.record.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Everything that the viewer asks the record, with names, on a seeded database. */
final class ViewerQueries {
  private static final int PER_PAGE = 10;
  private static final String SPEC = "com.example.shop.Part3Test";

  private final Database database;
  private final long runs;
  private final Map<String, Supplier<?>> queries = new LinkedHashMap<>();

  /**
   * For a database with runs 1 to n.
   *
   * @param runs n
   * @param large the id of the large run
   */
  ViewerQueries(Database database, long runs, String large) {
    this.database = database;
    this.runs = runs;
    lists();
    SavedRun big = new Runs(database).find(large).orElseThrow();
    run("small", SeededRecord.id(runs / 2), runs / 2, 3, SeededRecord.TASKS);
    run("large", large, big.number(), big.taskset().taskCount() / 2 + 1, big.taskset().taskCount());
    histories();
  }

  Map<String, Supplier<?>> all() {
    return queries;
  }

  /** How many rows an answer has. */
  static int rows(Object answer) {
    if (answer instanceof Collection<?> all) {
      return all.size();
    }
    if (answer instanceof SavedRunsPage page) {
      return page.runs().size();
    }
    if (answer instanceof Map<?, ?> map) {
      return map.size();
    }
    if (answer instanceof Number number) {
      return number.intValue();
    }
    return answer instanceof Optional<?> one && one.isEmpty() ? 0 : 1;
  }

  private void lists() {
    RecentRuns recent = new RecentRuns(database);
    RunFilter all = RunFilter.ALL;
    Instant half = Instant.ofEpochMilli(1_700_000_000_000L + runs / 2 * 60_000);
    RunFilter week = all.between(half.minus(Duration.ofDays(7)), half);
    int middle = (int) (runs / 2 / PER_PAGE);
    int last = (int) (runs / PER_PAGE);
    page("runs, page 1", all, 1);
    page("runs, page in the middle", all, middle);
    page("runs, last page", all, last);
    page("runs of a user", all.ofUser("user7"), 1);
    page("runs of a rare user", all.ofUser("rarely"), 1);
    page("runs of an rsync_name", all.ofRsyncName("project3"), 2);
    page("runs of a class", all.ofClass(SeededRecord.BIGGEST_CLASS), 1);
    page("runs of a class, middle", all.ofClass(SeededRecord.BIGGEST_CLASS), middle / 2);
    page("failed runs", all.ended(TasksetStatus.FAILED), 1);
    page("cancelled runs of a class", all.ofClass("class1").ended(TasksetStatus.CANCELLED), 1);
    page(
        "succeeded runs of the largest class, middle",
        all.ofClass(SeededRecord.BIGGEST_CLASS).ended(TasksetStatus.SUCCEEDED),
        middle / 3);
    page("runs of a week", week, 1);
    page(
        "failed runs of a user, class and week",
        week.ofUser("user8").ofClass(SeededRecord.BIGGEST_CLASS).ended(TasksetStatus.FAILED),
        1);
    SavedRun.Position place =
        new Runs(database).find(SeededRecord.id(runs / 2)).orElseThrow().position();
    queries.put("runs by place, in the middle", () -> recent.after(all, place, PER_PAGE));
    queries.put(
        "runs of a class by place, in the middle",
        () -> recent.after(all.ofClass(SeededRecord.BIGGEST_CLASS), place, PER_PAGE));
  }

  private void page(String name, RunFilter filter, int page) {
    RecentRuns recent = new RecentRuns(database);
    queries.put(name, () -> recent.page(filter, page, PER_PAGE));
  }

  private void run(String size, String id, long number, int task, int tasks) {
    RunTasks lines = new RunTasks(database);
    RunTrials trials = new RunTrials(database);
    RunFailures failures = new RunFailures(database);
    RunWorkers workers = new RunWorkers(database);
    Runs headers = new Runs(database);
    String of = size + " run: ";
    queries.put(of + "header by id", () -> headers.find(id));
    queries.put(of + "header by number", () -> headers.find(number));
    queries.put(of + "log", () -> headers.log(number));
    for (RunTasks.Which which : RunTasks.Which.values()) {
      String name = of + "tasks, " + which.name().toLowerCase(Locale.ROOT);
      List<TaskLine> first = lines.page(number, which, 0, 100);
      int middle = first.isEmpty() ? 0 : tasks / 2;
      queries.put(name, () -> lines.page(number, which, 0, 100));
      queries.put(name + ", middle", () -> lines.page(number, which, middle, 100));
      queries.put(name + ", count", () -> lines.count(number, which));
    }
    queries.put(of + "timeline, 5,000 trials", () -> trials.page(number, 0, 0, 5_000));
    queries.put(of + "timeline, middle", () -> trials.page(number, tasks / 2, 0, 5_000));
    queries.put(of + "trials of a task", () -> trials.ofTask(number, task));
    queries.put(of + "output of a trial", () -> trials.output(number, task, 0));
    queries.put(of + "tests of a trial", () -> trials.cases(number, task, 0));
    queries.put(of + "failures", () -> failures.page(number, null, 100));
    queries.put(of + "failures, count", () -> failures.count(number));
    queries.put(of + "slaves", () -> workers.slaves(number, 1_000));
    queries.put(of + "worker logs", () -> workers.workers(number, 1_000));
    queries.put(of + "slave log", () -> workers.slaveLog(number, "rrrspec:worker:host1:slave:1"));
    queries.put(of + "worker log", () -> workers.workerLog(number, "rrrspec:worker:host1:log"));
  }

  private void histories() {
    SpecHistories specs = new SpecHistories(database);
    TestHistories tests = new TestHistories(database);
    ClassRecords records = new ClassRecords(database);
    FlakyTests flaky = new FlakyTests(database);
    Window window = Window.ofRuns(100);
    String largest = SeededRecord.BIGGEST_CLASS;
    queries.put("history of a class", () -> specs.find(largest, SPEC, window, 20));
    queries.put("history of a test", () -> tests.find(largest, SPEC, SPEC, "adds", 100));
    for (ClassRecords.Order order : ClassRecords.Order.values()) {
      String name = order.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      queries.put(name + ", one class", () -> records.find(largest, window, order, 20));
      queries.put(name + ", all classes", () -> records.find(null, window, order, 20));
    }
    queries.put("flaky tests, one class", () -> flaky.find(largest, window, 20));
    queries.put("flaky tests, all classes", () -> flaky.find(null, window, 20));
    queries.put("estimates of a class", () -> new ClassHistory(database).estimates(largest));
    queries.put("recent, as client has it", () -> new RunReader(database).recent(20));
  }
}
