package io.rrrspec.experiments.record;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.persister.record.SeededRecord;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.history.ClassRecords;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.FlakyTests;
import io.rrrspec.persister.record.history.SpecHistories;
import io.rrrspec.persister.record.history.TestHistories;
import io.rrrspec.persister.record.project.LostTimes;
import io.rrrspec.persister.record.project.Project;
import io.rrrspec.persister.record.project.Projects;
import io.rrrspec.persister.record.project.SlowerClasses;
import io.rrrspec.persister.record.run.RecentRuns;
import io.rrrspec.persister.record.run.RunFilter;
import io.rrrspec.persister.record.run.RunInSql;
import io.rrrspec.persister.record.run.Runs;
import io.rrrspec.persister.record.run.SavedRun;
import io.rrrspec.persister.record.run.SavedRunsPage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
    Runs headers = new Runs(database);
    RunInSql run = RunInSql.find(database, id).orElseThrow();
    String of = size + " run: ";
    queries.put(of + "header by id", () -> headers.find(id));
    queries.put(of + "header by number", () -> headers.find(number));
    queries.put(of + "log", run::log);
    for (TaskFilter filter : TaskFilter.values()) {
      String name = of + "tasks, " + filter.name().toLowerCase(Locale.ROOT);
      List<RunTask> first = run.tasks(filter, 0, 100);
      int middle = first.isEmpty() ? 0 : tasks / 2;
      queries.put(name, () -> run.tasks(filter, 0, 100));
      queries.put(name + ", middle", () -> run.tasks(filter, middle, 100));
      queries.put(name + ", count", () -> run.count(filter));
    }
    queries.put(of + "timeline, 5,000 tasks", () -> firstTrials(run));
    String spec = run.task(task).orElseThrow().specFile();
    queries.put(of + "a task by name", () -> run.task(spec));
    queries.put(of + "trials of a task", () -> run.task(task).orElseThrow().trials());
    queries.put(of + "output and tests of a trial", () -> run.trial(task, 0));
    queries.put(of + "failures", () -> run.failures(100));
    queries.put(of + "slaves", () -> run.slaves(1_000));
    queries.put(of + "worker logs", () -> run.workers(1_000));
    queries.put(of + "slave log", () -> run.slaveLog("rrrspec:worker:host1:slave:1"));
    queries.put(of + "worker log", () -> run.workerLog("rrrspec:worker:host1:log"));
  }

  /** Ends the reading of a run after its first chunk. */
  private static final class Enough extends RuntimeException {
    Enough() {
      super("enough", null, false, false);
    }
  }

  /** The trials of the tasks that are read at once, of which a run may have many times as many. */
  private static List<Trial> firstTrials(RunInSql run) {
    List<Trial> trials = new ArrayList<>();
    try {
      run.eachTask(
          Detail.OUTLINE,
          chunk -> {
            chunk.forEach(task -> trials.addAll(task.trials()));
            throw new Enough();
          });
    } catch (Enough e) {
      return trials;
    }
    return trials;
  }

  private void histories() {
    SpecHistories specs = new SpecHistories(database);
    TestHistories tests = new TestHistories(database);
    ClassRecords records = new ClassRecords(database);
    FlakyTests flaky = new FlakyTests(database);
    ClassWindow window = ClassWindow.ofRuns(100);
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
    queries.put("flaky tests in brief", () -> flaky.findInBrief(null, window, 20));
    Projects projects = new Projects(database);
    queries.put("projects", () -> projects.list(20));
    for (String name : List.of(largest, SeededRecord.LARGE_CLASS)) {
      Project project = projects.find(name);
      queries.put("project " + name + ": runs", () -> projects.find(name).runs());
      queries.put(
          "project " + name + ": lost time", () -> List.of(new LostTimes(database).of(project)));
      queries.put(
          "project " + name + ": slower", () -> new SlowerClasses(database).of(project, 10));
      long first = project.runs().get(project.runs().size() - 1).number();
      queries.put("project " + name + ": flaky", () -> flaky.names(name, first, 10).first());
    }
    queries.put("estimates of a class", () -> new ClassHistory(database).estimates(largest));
  }
}
