package io.rrrspec.worker.slave;

import io.rrrspec.common.process.MarkedProcesses;
import io.rrrspec.common.process.ProcessGroup;

/** Ends this JVM and its whole process group when the worker is gone, in whatever way it went. */
final class ParentWatch {
  private static final long LOOK_EVERY_MILLIS = 1_000;

  private static volatile boolean orphaned;

  private ParentWatch() {}

  /**
   * Does not return once the worker is gone: what runs then is being ended, so that it fails, and
   * nobody may take that for a result.
   */
  static void holdOrphans() {
    while (orphaned) {
      try {
        Thread.sleep(LOOK_EVERY_MILLIS);
      } catch (InterruptedException e) {
        continue; // the end comes all the same
      }
    }
  }

  static void start(long workerPid) {
    ProcessHandle worker = ProcessHandle.of(workerPid).orElse(null);
    Thread thread =
        new Thread(
            () -> {
              while (worker != null && worker.isAlive()) {
                try {
                  Thread.sleep(LOOK_EVERY_MILLIS);
                } catch (InterruptedException e) {
                  continue; // a test that interrupts every thread it finds does not mean this one
                }
              }
              end();
            },
            "rrrspec-parent-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private static void end() {
    // Before anything ends: a test whose child process is killed would be reported as failed.
    orphaned = true;
    try {
      String mark = System.getenv(MarkedProcesses.VARIABLE);
      if (mark != null) {
        MarkedProcesses.kill(mark);
      }
    } finally {
      ProcessGroup.signal(ProcessGroup.own(), "KILL");
      Runtime.getRuntime().halt(SlaveExitCodes.ORPHAN);
    }
  }

  /** Exit codes that only this class uses. */
  private static final class SlaveExitCodes {
    static final int ORPHAN = 45;
  }
}
