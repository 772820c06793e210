package io.rrrspec.worker.slave.jvm;

/**
 * Notices that this JVM ends because somebody called {@code System.exit}: perhaps a thread that an
 * earlier test left. Hooks of tests may take their time then, and meanwhile the main thread must
 * not run anything: the class that it would take is not the one to blame.
 */
public final class ShutdownWatch {
  private static final long HOOKS_MILLIS = 10_000;

  private static volatile boolean begun;

  private static volatile boolean expected;

  private ShutdownWatch() {}

  /** Begins to watch. */
  public static void start() {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(ShutdownWatch::begin, "rrrspec-shutdown-watch"));
  }

  private static void begin() {
    begun = true;
    if (expected) {
      return;
    }
    try {
      ExitCall.find().ifPresent(call -> LastWords.log(ExitCall.words(call)));
    } catch (Throwable e) {
      // No memory for words: the exit code is all that is left then.
      return;
    }
  }

  /** The slave itself ends the JVM now: nobody has to be told who did. */
  static void expect() {
    expected = true;
  }

  /** Whether the JVM ends. */
  public static boolean hasBegun() {
    return begun;
  }

  /** Does not return if the JVM ends; ends it if its hooks do not. */
  public static void hold() {
    if (!begun) {
      return;
    }
    long end = System.nanoTime() + HOOKS_MILLIS * 1_000_000;
    for (long left = HOOKS_MILLIS; left > 0; left = (end - System.nanoTime()) / 1_000_000) {
      try {
        Thread.sleep(left);
      } catch (InterruptedException e) {
        continue; // the end comes all the same
      }
    }
    JvmEnd.now(
        SlaveExit.SPOILT, "System.exit was called, and a shutdown hook of a test does not end");
  }
}
