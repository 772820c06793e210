package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.model.PartsEnded;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.run.ModuleSum;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.store.SlaveActivityStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.run.RunInSql;
import io.rrrspec.persister.record.run.SavedRun;
import java.util.List;

/** A run in the record. */
final class PastRun extends RunInSql implements RunView {
  private final KnownModules known;

  PastRun(Database database, SavedRun run, KnownModules known) {
    super(database, run);
    this.known = known;
  }

  @Override
  public List<ModuleSum> modules() {
    return isSettled() ? known.of(number(), super::modules) : super.modules();
  }

  @Override
  public Counts counts() {
    Taskset t = taskset();
    int decided = t.succeededCount() + t.failedCount();
    int percent = t.taskCount() == 0 ? 0 : (int) Math.min(100, 100L * decided / t.taskCount());
    return new Counts(
        t.taskCount(),
        t.succeededCount(),
        t.failedCount(),
        count(TaskFilter.RETRIED),
        percent,
        PartsEnded.NONE);
  }

  @Override
  public List<SlaveActivityStore.Doing> doing() {
    return List.of();
  }
}
