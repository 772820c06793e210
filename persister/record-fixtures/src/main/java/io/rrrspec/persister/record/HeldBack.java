package io.rrrspec.persister.record;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.persister.record.database.Connections;
import io.rrrspec.persister.record.row.TasksetRow;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Keeps whoever saves a taskset waiting: a transaction of ours that has not ended yet has inserted
 * a row of its UUID. Hold back only those whose UUID comes before all others: MariaDB lets
 * everybody else wait, too, whose UUID comes right before.
 */
public final class HeldBack implements AutoCloseable {
  private final Handle handle;

  public HeldBack(String url, Taskset taskset) {
    this.handle = Jdbi.create(() -> Connections.open(url)).open();
    handle.begin();
    TasksetRow.insert(handle, taskset);
  }

  /** Takes the row back. */
  @Override
  public void close() {
    handle.rollback();
    handle.close();
  }
}
