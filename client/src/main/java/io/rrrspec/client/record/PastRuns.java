package io.rrrspec.client.record;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.run.RunInSql;
import io.rrrspec.persister.viewer.run.EndedRun;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Past runs in the record, as long as this is open. */
public final class PastRuns implements AutoCloseable {
  private final Database database;

  private PastRuns(Database database) {
    this.database = database;
  }

  /**
   * Opens the record.
   *
   * @param local whether the runs on this machine are meant, whatever the settings say
   * @throws io.rrrspec.common.UsageException if there is none
   * @throws io.rrrspec.common.ServiceException if it is out of reach, or of another version
   */
  public static PastRuns open(Settings settings, boolean local) {
    return new PastRuns(RecordDatabase.open(settings, local));
  }

  /** The run with this id; empty if it was never saved. */
  public Optional<RunInSql> find(String id) {
    return RunInSql.find(database, id);
  }

  /**
   * Writes the pages of a run.
   *
   * @param id the last part of its key; a run that {@link #find} has found
   * @param say see {@link HtmlOutput#write}
   */
  public void writeHtml(String id, HtmlOutput html, Consumer<String> say) {
    try (EndedRun run =
        EndedRun.inDatabase(database, id)
            .orElseThrow(() -> new ServiceException("the run " + id + " was deleted meanwhile"))) {
      html.write(run, say);
    }
  }

  /** The spec_files that failed when they were decided last. */
  public Set<String> failedLast(String tasksetClass) {
    return new ClassHistory(database).failedLast(tasksetClass);
  }

  /** How often in a row tests have passed. */
  public List<PassStreak> passStreaks(String tasksetClass, List<TestMethod> tests) {
    return new ClassHistory(database).passStreaks(tasksetClass, tests);
  }

  @Override
  public void close() {
    database.close();
  }
}
