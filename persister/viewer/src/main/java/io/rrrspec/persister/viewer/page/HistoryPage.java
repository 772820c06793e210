package io.rrrspec.persister.viewer.page;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassRun;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.SpecHistories;
import io.rrrspec.persister.record.history.SpecHistory;
import io.rrrspec.persister.viewer.chart.RunStrip;
import io.rrrspec.persister.viewer.chart.TimeChart;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a test class fared in past runs.
 *
 * @param history what is known
 * @param strip how the newest runs of it ended
 * @param chart how long it took in them
 */
public record HistoryPage(SpecHistory history, RunStrip strip, TimeChart chart) {
  private static final int COUNTED = 1_000;
  private static final int NEWEST = 60;

  /**
   * Of one class.
   *
   * @param tasksetClass the name under which its runs are kept
   * @throws io.rrrspec.common.UsageException if no run has it
   */
  public static HistoryPage of(Database database, String tasksetClass, String specFile) {
    SpecHistory history =
        new SpecHistories(database)
            .find(tasksetClass, specFile, ClassWindow.ofRuns(COUNTED), NEWEST)
            .get(0);
    return new HistoryPage(
        history,
        RunStrip.of(history.newest().stream().map(HistoryPage::box).toList()),
        TimeChart.ofDurations(
            "Duration",
            history.newest().stream()
                .filter(run -> run.finishedAt() != null)
                .map(HistoryPage::value)
                .toList()));
  }

  private static RunStrip.Box box(ClassRun run) {
    return new RunStrip.Box(look(run), title(run), href(run));
  }

  private static TimeChart.Value value(ClassRun run) {
    Duration took = took(run);
    return new TimeChart.Value(
        Objects.requireNonNullElse(run.finishedAt(), Instant.EPOCH),
        took == null ? null : (double) took.toMillis(),
        run.duration() != null,
        look(run),
        title(run),
        href(run));
  }

  /** What its good trial took; of one that failed, what its last trial took. */
  private static @Nullable Duration took(ClassRun run) {
    List<ClassRun.Try> trials = run.trials();
    return run.duration() == null && !trials.isEmpty()
        ? trials.get(trials.size() - 1).duration()
        : run.duration();
  }

  private static String look(ClassRun run) {
    return run.status().isFinal() ? DisplayText.lower(run.status()) : "undecided";
  }

  private static String title(ClassRun run) {
    return DisplayText.time(run.finishedAt())
        + ": "
        + DisplayText.verdict(look(run))
        + ", "
        + DisplayText.duration(took(run));
  }

  private static String href(ClassRun run) {
    return "/runs/" + run.run().substring(run.run().lastIndexOf(':') + 1);
  }
}
