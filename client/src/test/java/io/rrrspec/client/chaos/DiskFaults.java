package io.rrrspec.client.chaos;

import static io.rrrspec.client.chaos.FaultKind.DATABASE_DISK_FULL;
import static io.rrrspec.client.chaos.FaultKind.SLAVES_DISK_FULL;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Disks that are full while something writes, or only reads. */
final class DiskFaults {
  /** Longer than the persister tries a run that it takes for a bad one. */
  private static final long DATABASE_MILLIS = 20_000;

  private static final long SLAVES_MILLIS = 8_000;

  private final Cluster cluster;
  private final View view;
  private final int run;

  DiskFaults(Cluster cluster, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.run = run;
  }

  /** Nothing can be recorded while it lasts. */
  @Nullable Fault fillDatabase() {
    Path disk = cluster.recordDisk();
    if (Filler.isOn(disk)) {
      return null;
    }
    Filler.fill(disk);
    Fault fault = new Fault(DATABASE_DISK_FULL, "H2", run);
    cluster.later(
        DATABASE_MILLIS,
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

  /** Tests that write nothing there, and what we do beside them, must not turn red of it. */
  @Nullable Fault fillSlaves() {
    Daemon worker = cluster.workers().get(2);
    Path disk = cluster.smallDisk();
    if (cluster.workers().stream().anyMatch(Daemon::isTaken)
        || !cluster.beats(worker)
        || view.open(view.slaves(cluster.key(worker))).isEmpty()
        || !worker.take()) {
      return null;
    }
    Filler.fill(disk);
    Fault fault = new Fault(SLAVES_DISK_FULL, worker.name(), run);
    cluster.later(
        SLAVES_MILLIS,
        () -> {
          Filler.delete(disk);
          worker.release();
          fault.unmeasured();
        });
    return fault;
  }
}
