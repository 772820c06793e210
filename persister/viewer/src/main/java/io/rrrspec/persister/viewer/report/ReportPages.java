package io.rrrspec.persister.viewer.report;

import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.viewer.AddressQuery;
import io.rrrspec.persister.viewer.Pages;
import io.rrrspec.persister.viewer.RunPages;
import io.rrrspec.persister.viewer.page.ClassFilter;
import io.rrrspec.persister.viewer.page.RunPage;
import io.rrrspec.persister.viewer.page.TextPage;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.text.DisplayText;
import io.rrrspec.persister.viewer.timeline.KnownTimes;
import io.rrrspec.persister.viewer.timeline.TimelinePage;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Fills the viewer's templates for a report: what they show is bounded, as no viewer is behind it.
 */
final class ReportPages {
  /** A list of classes as long as a browser likes: the lists of 50,000 classes are few. */
  private static final int ROWS = 5_000;

  /** Of each output and log; the end is kept. */
  private static final int MOST_CHARACTERS = 200_000;

  private static final ClassFilter ALL = new ClassFilter(TaskFilter.ALL, null, true);

  private final RunView run;
  private final Pages pages;
  private final InstantSource clock;

  /** By class the number of its last trial. */
  private final Map<String, Integer> lastTrials = new HashMap<>();

  private final Set<String> bad = new HashSet<>();

  ReportPages(RunView run, Pages pages, InstantSource clock) {
    this.run = run;
    this.pages = pages;
    this.clock = clock;
    run.eachTask(Detail.OUTLINE, tasks -> tasks.forEach(this::note));
  }

  private void note(RunTask task) {
    lastTrials.put(task.specFile(), task.trials().size() - 1);
    if (task.hasBadTrial()) {
      bad.add(task.specFile());
    }
  }

  /** Reads a link; empty if it leads to nothing that a report has. */
  Optional<ReportAddress> address(String href) {
    return ReportAddress.of(href, run.taskset().id()).map(this::withoutLastTrial);
  }

  /** A class without the number of a trial shows its last one. */
  private ReportAddress withoutLastTrial(ReportAddress address) {
    String name = address.value("name");
    String trial = address.value("trial");
    boolean last =
        name != null && trial != null && trial.equals(String.valueOf(lastTrials.get(name)));
    return last && address.page().equals("task") ? address.without("trial") : address;
  }

  /** Which pages come first if not all have room: the lowest. */
  int rank(ReportAddress address) {
    String name = address.value("name");
    boolean isBad = name != null && bad.contains(name);
    return switch (address.page()) {
      case "" -> address.equals(ReportAddress.HOME) ? 0 : 3;
      case "timeline", "log", "failures" -> 1;
      case "task" -> isBad ? 2 : 5;
      case "output" -> isBad ? 2 : 6;
      default -> 4;
    };
  }

  /** A page as HTML, with the links of the viewer; empty if the run does not have it. */
  Optional<String> html(ReportAddress address) {
    AddressQuery query = new AddressQuery(address::value);
    return switch (address.page()) {
      case "" -> Optional.of(address.equals(ReportAddress.HOME) ? home() : list(query));
      case "timeline" -> Optional.of(pages.render("timeline", timeline()));
      case "failures" -> RunPages.failures(run, query).map(page -> pages.render("failures", page));
      case "task" -> RunPages.task(run, query).map(page -> pages.render("task", page));
      case "output" -> RunPages.output(run, query).map(this::text);
      case "log" -> Optional.of(text(RunPages.log(run)));
      case "worker-log" -> Optional.of(text(RunPages.workerLog(run, query)));
      case "slave-log" -> Optional.of(text(RunPages.slaveLog(run, query)));
      default -> Optional.empty();
    };
  }

  private String home() {
    return pages.render(
        "run",
        RunPage.of(run, TasksetStore.Origin.NONE, null, RunPage.Classes.of(run, ALL, 0, ROWS)));
  }

  private String list(AddressQuery query) {
    ClassFilter filter = query.filter().withEveryModule();
    RunPage.Classes classes = RunPage.Classes.of(run, filter, query.number("after", 0), ROWS);
    return pages.render("classlist", new RunPage.ListPage(run.taskset(), classes));
  }

  private TimelinePage timeline() {
    Instant now = clock.instant();
    return TimelinePage.of(run, new KnownTimes().of(run, now), null, null);
  }

  private String text(RunPages.Text text) {
    return pages.render(
        "text", TextPage.of(run.taskset(), text.title(), text.back(), "", end(text.text())));
  }

  /** The end of a text, behind a line that says what is left out. */
  static String end(String text) {
    if (text.length() <= MOST_CHARACTERS) {
      return text;
    }
    int from = text.length() - MOST_CHARACTERS;
    int line = text.indexOf('\n', from);
    // A line may be longer than all that is kept.
    int begin = line < 0 || line + 1 == text.length() ? from : line + 1;
    return "… "
        + DisplayText.count(begin, "character")
        + " before this are left out of this report\n"
        + text.substring(begin);
  }
}
