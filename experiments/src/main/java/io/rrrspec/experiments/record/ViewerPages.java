package io.rrrspec.experiments.record;

import io.rrrspec.persister.record.SeededRecord;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.run.RunInSql;
import io.rrrspec.persister.record.run.Runs;
import io.rrrspec.persister.record.run.SavedRun;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Every page and route of the viewer, with names, on a seeded record. */
final class ViewerPages {
  private static final String SPEC = "com.example.shop.Part3Test";

  private final Database database;
  private final int runs;
  private final SavedRun large;
  private final String red;
  private final Map<String, String> all = new LinkedHashMap<>();

  /**
   * For a record with runs 1 to n.
   *
   * @param runs n; 100 or more
   * @param largeId the id of the large run
   * @param red the id of a run with very many failures
   * @param live the id of a run that goes on
   */
  ViewerPages(Database database, int runs, String largeId, String red, String live) {
    this.database = database;
    this.runs = runs;
    this.red = red;
    this.large = new Runs(database).find(largeId).orElseThrow();
    lists();
    all.put("a run that goes on", "/runs/" + live);
    all.put("its timeline", "/runs/" + live + "/timeline");
    all.put("5,000 failures of 12 causes", redRun());
    all.put("5,000 failures: test by test", redRun() + "/failures");
    long failed = failedRun();
    int bad = (int) (1 + failed % SeededRecord.TASKS);
    String name = "com.example.shop.Part%dTest".formatted(bad);
    run("a run", new Runs(database).find(failed).orElseThrow(), name);
    int middle = large.taskset().taskCount() / 200 * 100;
    run("the large run", large, "com.example.large.Some%dTest".formatted(middle));
    parts();
    records();
    routes("a run", failed, bad);
    routes("the large run", large.number(), middle + 1);
  }

  /** Addresses by what they are, without host and port. */
  Map<String, String> all() {
    return all;
  }

  /** The page of the large run. */
  String largeRun() {
    return "/runs/" + large.taskset().id();
  }

  /** The page of the run with very many failures. */
  String redRun() {
    return "/runs/" + red;
  }

  /** Seeded runs fail by their number. */
  private long failedRun() {
    long run = runs / 2;
    while (run * 7 % 100 < 80 || run * 7 % 100 >= 97) {
      run++;
    }
    return run;
  }

  private void lists() {
    SavedRun.Position deep =
        new Runs(database).find(SeededRecord.id(runs / 10)).orElseThrow().position();
    String after = "after=" + deep.endedMillis() + "-" + deep.number();
    all.put("overview", "/");
    all.put("overview: what moves", "/active");
    all.put("overview of a user", "/?user=user7");
    all.put("overview, failed ones of a class", "/?class=class0&status=failed");
    all.put("overview of a name and a time", "/?name=project3&since=2023-11-20&until=2023-12-20");
    all.put("overview, far back", "/?" + after);
    all.put("overview, far back, failed ones of a class", "/?class=class0&status=failed&" + after);
  }

  private void run(String of, SavedRun run, String spec) {
    String page = "/runs/" + run.taskset().id();
    String name = "name=" + query(spec);
    RunInSql parts = new RunInSql(database, run);
    String worker = parts.workers(1).get(0).key();
    String slave = parts.slaves(1).get(0).key();
    all.put(of, page);
    all.put(of + ": failed classes", page + "?show=failed");
    all.put(of + ": retried classes", page + "?show=retried");
    all.put(of + ": classes by time", page + "?sort=time");
    all.put(of + ": classes by name", page + "?sort=name");
    all.put(of + ": class", page + "/task?" + name);
    all.put(of + ": output", page + "/output?of=stdout&trial=1&" + name);
    all.put(of + ": output to download", page + "/output?of=stdout&trial=1&raw&" + name);
    all.put(of + ": log", page + "/log");
    all.put(of + ": worker log", page + "/worker-log?key=" + query(worker));
    all.put(of + ": slave log", page + "/slave-log?key=" + query(slave));
    all.put(of + ": timeline", page + "/timeline");
  }

  private void parts() {
    int tasks = large.taskset().taskCount();
    String more = "&after=" + tasks / 2;
    all.put("the large run: more classes", largeRun() + "?show=all" + more);
    all.put("the large run: more failed classes", largeRun() + "?show=failed" + more);
    all.put("the large run: more retried classes", largeRun() + "?show=retried" + more);
    all.put("the large run: list alone", largeRun() + "/classes?show=all" + more);
    all.put("the large run: timeline, closer", largeRun() + "/timeline?from=10&to=12");
    all.put("the large run: timeline, part alone", largeRun() + "/timeline/part?from=9&to=12");
  }

  private void records() {
    String history = "/history?class=" + SeededRecord.BIGGEST_CLASS + "&name=" + query(SPEC);
    all.put("projects", "/projects");
    all.put("a project", "/project?class=" + SeededRecord.BIGGEST_CLASS);
    all.put("a project of the large run", "/project?class=" + SeededRecord.LARGE_CLASS);
    all.put("history of a class", history);
    all.put("history of a test", history + "&of=" + query(SPEC) + "&test=adds");
    for (String list : new String[] {"failing", "slowest", "changed", "flaky"}) {
      all.put(list + " tests", "/tests/" + list);
      all.put(list + " tests of a class", "/tests/" + list + "?class=class0");
    }
    all.put("workers", "/workers");
    all.put("workers: what moves", "/workers/now");
    all.put("/v2/tasksets/actives", "/v2/tasksets/actives");
    all.put("/v2/tasksets/recents", "/v2/tasksets/recents");
    all.put(
        "/v2/tasksets/recents, in the middle",
        "/v2/tasksets/recents?page=" + runs / 20 + "&per_page=10");
  }

  private void routes(String of, long number, int task) {
    String taskset = "/v2/tasksets/";
    all.put(taskset + "KEY of " + of, taskset + query(key(number)));
    for (String part : new String[] {"log", "worker_logs", "slaves"}) {
      all.put(taskset + "ID/" + part + " of " + of, taskset + number + "/" + part);
    }
    all.put("/v2/tasks/ID/trials of " + of, "/v2/tasks/" + number + "-" + task + "/trials");
    all.put("/v2/trials/ID/outputs of " + of, "/v2/trials/" + number + "-" + task + "-1/outputs");
  }

  private String key(long number) {
    return new Runs(database).find(number).orElseThrow().taskset().key();
  }

  private static String query(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
