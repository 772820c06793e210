package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.FaultKind.DATABASE_DISK_FULL;
import static io.rrrspec.experiments.chaos.FaultKind.DATABASE_LOCKED;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A database that takes nothing for a while. */
final class DatabaseFaults {
  private static final long LOCK_MILLIS = 5_000;

  /** Longer than the persister tries a run that it takes for a bad one. */
  private static final long FULL_MILLIS = 20_000;

  private final Cluster cluster;
  private final View view;
  private final int run;

  DatabaseFaults(Cluster cluster, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.run = run;
  }

  /** Nobody else gets at the data while it lasts. */
  @Nullable Fault lock() {
    if (Filler.isOn(cluster.recordDisk())) {
      return null; // who opens a file writes
    }
    Connection connection;
    try {
      connection = cluster.place().connect();
      execute(connection, "SET EXCLUSIVE 1");
    } catch (SQLException e) {
      return null; // its server is being killed: later
    }
    Fault fault = new Fault(DATABASE_LOCKED, "H2", run);
    cluster.heal(
        LOCK_MILLIS,
        () -> {
          release(connection);
          awaitPersisted(fault);
        });
    return fault;
  }

  /** Nothing can be recorded while it lasts. */
  @Nullable Fault fillDisk() {
    Path disk = cluster.recordDisk();
    if (Filler.isOn(disk)) {
      return null;
    }
    Filler.fill(disk);
    Fault fault = new Fault(DATABASE_DISK_FULL, "H2", run);
    cluster.heal(
        FULL_MILLIS,
        () -> {
          Filler.delete(disk);
          awaitPersisted(fault);
        });
    return fault;
  }

  /** What waits for the database must get into it. */
  private void awaitPersisted(Fault fault) {
    Set<String> waiting;
    try {
      waiting = view.unpersisted();
    } catch (RuntimeException e) {
      cluster.later(100, () -> awaitPersisted(fault)); // Redis is away
      return;
    }
    List<String> unsaved = waiting.stream().filter(this::isUnsaved).toList();
    if (unsaved.isEmpty()) {
      fault.unmeasured();
    } else {
      fault.watch(() -> unsaved.stream().noneMatch(this::isUnsaved));
    }
  }

  private boolean isUnsaved(String taskset) {
    return view.field(taskset, "persisted_ms").isEmpty();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void release(Connection connection) {
    try (connection) {
      execute(connection, "SET EXCLUSIVE 0");
    } catch (SQLException e) {
      return; // the process that served the file was killed: so the lock is gone, too
    }
  }
}
