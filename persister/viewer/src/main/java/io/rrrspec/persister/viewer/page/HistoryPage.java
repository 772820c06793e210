package io.rrrspec.persister.viewer.page;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassRun;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.SpecHistories;
import io.rrrspec.persister.record.history.SpecHistory;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.List;

/**
 * How a test class fared in past runs.
 *
 * @param history what is known
 * @param chart its durations
 */
public record HistoryPage(SpecHistory history, Chart chart) {
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
    List<Chart.Point> points = history.newest().stream().map(HistoryPage::point).toList();
    return new HistoryPage(history, Chart.of(points));
  }

  private static Chart.Point point(ClassRun run) {
    String status = run.status().isFinal() ? DisplayText.lower(run.status()) : "undecided";
    return new Chart.Point(
        run.duration(),
        status,
        DisplayText.time(run.finishedAt())
            + ": "
            + status
            + ", "
            + DisplayText.duration(run.duration()),
        "/runs/" + run.run().substring(run.run().lastIndexOf(':') + 1));
  }
}
