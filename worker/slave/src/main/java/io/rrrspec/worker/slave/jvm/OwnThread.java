package io.rrrspec.worker.slave.jvm;

/**
 * A thread of ours among those of the tests. It stands in the JVM's own group, so that it is not
 * meant when a test interrupts or stops the threads of its group, and goes on after whatever hits
 * it all the same.
 */
public final class OwnThread {
  /** What it does, again and again. */
  public interface Step {
    /** Does it once; returns whether to go on. */
    boolean run() throws InterruptedException;
  }

  private OwnThread() {}

  /** Starts one, as a daemon. */
  public static Thread start(String name, Step step) {
    Thread thread = new Thread(root(), () -> repeat(step), name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static ThreadGroup root() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  private static void repeat(Step step) {
    boolean goesOn = true;
    while (goesOn) {
      try {
        goesOn = step.run();
      } catch (InterruptedException | RuntimeException | Error e) {
        // A test that interrupts every thread it finds does not mean this one; and neither a full
        // heap nor a SecurityManager may end what watches over the tests.
        Thread.onSpinWait();
      }
    }
  }
}
