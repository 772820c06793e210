package io.rrrspec.persister.viewer;

import io.rrrspec.common.model.Trial;
import io.rrrspec.persister.viewer.page.FailuresPage;
import io.rrrspec.persister.viewer.page.TaskPage;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.Optional;

/**
 * Finds what the addresses below a run ask for, for all who show it: the viewer and the report of
 * files. What the run does not have is empty.
 */
public final class RunPages {
  private RunPages() {}

  /**
   * A text of a run.
   *
   * @param title what it is
   * @param back the address of the page that it belongs to
   * @param file what it is called as a file, without its ending; not safe as a file name
   * @param text all of it; may be empty
   */
  public record Text(String title, String back, String file, String text) {}

  /** Finds the failures, or those of one cause. */
  public static Optional<FailuresPage> failures(RunView run, AddressQuery query) {
    return FailuresPage.of(
        run, "flaky".equals(query.find("of")), query.find("cause"), query.number("from", 0));
  }

  /** Finds a test class. */
  public static Optional<TaskPage> task(RunView run, AddressQuery query) {
    boolean last = query.find("trial") == null;
    return TaskPage.of(run, query.get("name"), last ? null : query.number("trial", 0));
  }

  /** Finds what a trial wrote. */
  public static Optional<Text> output(RunView run, AddressQuery query) {
    String name = query.get("name");
    int no = query.number("trial", 0);
    Optional<Trial> trial = run.task(name).flatMap(task -> run.trial(task.no(), no));
    boolean errors = "stderr".equals(query.find("of"));
    String simple = DisplayText.simple(name);
    return trial.map(
        found ->
            new Text(
                simple + (errors ? ": standard error" : ": standard output"),
                home(run) + "/task?name=" + DisplayText.query(name) + "&trial=" + no,
                simple + (errors ? "-stderr" : "-stdout"),
                errors ? found.stderr() : found.stdout()));
  }

  /** Returns what happened to the run. */
  public static Text log(RunView run) {
    return ofRun(run, "Log", run.log());
  }

  /** Returns what sync and set-up of a worker wrote. */
  public static Text workerLog(RunView run, AddressQuery query) {
    String key = query.get("key");
    return ofRun(run, "Worker " + DisplayText.worker(key), run.workerLog(key));
  }

  /** Returns what a slave wrote outside of trials. */
  public static Text slaveLog(RunView run, AddressQuery query) {
    String key = query.get("key");
    return ofRun(run, "Slave " + DisplayText.slave(key), run.slaveLog(key));
  }

  private static Text ofRun(RunView run, String title, String text) {
    return new Text(title, home(run), title.replace(' ', '-'), text);
  }

  private static String home(RunView run) {
    return "/runs/" + run.taskset().id();
  }
}
