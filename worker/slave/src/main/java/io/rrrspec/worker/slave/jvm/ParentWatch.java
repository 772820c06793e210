package io.rrrspec.worker.slave.jvm;

import io.rrrspec.common.process.Cgroup;
import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.ProcessKiller;
import org.jspecify.annotations.Nullable;

/** Ends this JVM and its whole process group when the worker is gone, in whatever way it went. */
public final class ParentWatch {
  private static final long LOOK_EVERY_MILLIS = 1_000;

  private static volatile boolean orphaned;

  private ParentWatch() {}

  /**
   * Does not return once the worker is gone: what runs then is being ended, so that it fails, and
   * nobody may take that for a result.
   */
  public static void holdOrphans() {
    while (orphaned) {
      try {
        Thread.sleep(LOOK_EVERY_MILLIS);
      } catch (InterruptedException e) {
        continue; // the end comes all the same
      }
    }
  }

  /** Begins to watch a worker, by its process id. */
  public static void start(long workerPid) {
    ProcessHandle worker = ProcessHandle.of(workerPid).orElse(null);
    // Before any test runs, which may leave a JVM that reads nothing any more.
    String mark = System.getenv(ChildEnvironment.MARK);
    Cgroup cgroup = mark == null ? Cgroup.NONE : Cgroup.ownOf(mark);
    long group = ChildProcess.ownGroup();
    OwnThread.start(
        "rrrspec-parent-watch",
        () -> {
          while (worker != null && worker.isAlive()) {
            Thread.sleep(LOOK_EVERY_MILLIS);
          }
          end(mark, cgroup, group);
          return true;
        });
  }

  private static void end(@Nullable String mark, Cgroup cgroup, long group) {
    // Before anything ends: a test whose child process is killed would be reported as failed.
    orphaned = true;
    try {
      try {
        if (mark != null) {
          ProcessKiller.killMarked(mark);
        }
      } finally {
        // Where there is one, this is the end of this process, too.
        cgroup.kill();
      }
    } finally {
      try {
        ProcessKiller.signalGroup(group, "KILL");
      } finally {
        JvmEnd.now(SlaveExit.ORPHAN);
      }
    }
  }
}
