package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.FaultKind.DISK_FULL;
import static io.rrrspec.experiments.chaos.FaultKind.SLAVES_DISK_FULL;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The disk of the third worker, full while it syncs or while its slaves run. */
final class DiskFaults {
  private static final long SLAVES_MILLIS = 8_000;
  private static final long SYNC_NANOS = 25_000_000_000L;
  private static final long LOOK_MILLIS = 500;

  private final Cluster cluster;
  private final View view;
  private final int run;

  DiskFaults(Cluster cluster, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.run = run;
  }

  /** Tests that write nothing there, and what we do beside them, must not turn red of it. */
  @Nullable Fault fillWhileSlavesRun() {
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
    cluster.heal(
        SLAVES_MILLIS,
        () -> {
          Filler.delete(disk);
          worker.release();
          fault.unmeasured();
        });
    return fault;
  }

  @Nullable Fault fillWhileItSyncs() {
    Daemon worker = cluster.workers().get(2);
    if (cluster.workers().stream().anyMatch(Daemon::isTaken)
        || !cluster.beats(worker)
        || !worker.take()) {
      return null;
    }
    Path disk = cluster.smallDisk();
    Filler.fill(disk);
    Fault fault = new Fault(DISK_FULL, worker.name(), run);
    String first = taskset(cluster.key(worker));
    empty(worker, disk, fault, first, System.nanoTime() + SYNC_NANOS);
    return fault;
  }

  /** Not before the worker has tried to sync another taskset, unless it gets none for long. */
  private void empty(Daemon worker, Path disk, Fault fault, String first, long end) {
    cluster.later(
        LOOK_MILLIS,
        () -> {
          String key = cluster.key(worker);
          String now = System.nanoTime() > end ? "too late" : taskset(key);
          if (now.isEmpty() || now.equals(first)) {
            empty(worker, disk, fault, first, end);
            return;
          }
          Pause.millis(LOOK_MILLIS);
          Filler.delete(disk);
          worker.release();
          Set<String> before = new HashSet<>();
          fault.watch(() -> hasNew(before, view.open(view.slaves(key))));
        });
  }

  private String taskset(String worker) {
    try {
      return view.field(worker, "taskset");
    } catch (RuntimeException e) {
      return ""; // Redis is away
    }
  }

  /** Whether one is there that the first look has not found. */
  private static boolean hasNew(Set<String> first, List<String> trials) {
    if (first.isEmpty()) {
      first.addAll(trials);
      first.add("");
      return false;
    }
    return !first.containsAll(trials);
  }
}
