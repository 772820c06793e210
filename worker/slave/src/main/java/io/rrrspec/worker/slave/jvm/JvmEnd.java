package io.rrrspec.worker.slave.jvm;

import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.ShutdownSignals;
import org.jspecify.annotations.Nullable;

/**
 * Ends this JVM, whatever tests have made of it: in order, or at once and without shutdown hooks. A
 * SecurityManager that they left may refuse that, too, and need not let itself be taken away: then
 * the JVM ends by a signal, of which no SecurityManager is asked.
 */
public final class JvmEnd {
  /** What is needed then was made before any test ran: later, making it might be refused. */
  private static final Runnable TERM = ShutdownSignals.raising("TERM");

  private static final @Nullable ProcessHandle GROUP_LEADER = groupLeader();
  private static final long HOOKS_MILLIS = 5_000;

  private JvmEnd() {}

  /** Makes this class ready; to be called before tests run. */
  public static void prepare() {
    LastWords.in("");
  }

  private static @Nullable ProcessHandle groupLeader() {
    long group = ChildProcess.ownGroup();
    return group == ProcessHandle.current().pid() ? null : ProcessHandle.of(group).orElse(null);
  }

  /** Ends it with that code, and a line that says why. */
  public static void now(SlaveExit exit, String why) {
    try {
      LastWords.say(why);
    } catch (Throwable e) {
      // No memory for a line, or no right to write.
      halt(exit);
    }
    halt(exit);
  }

  /**
   * Ends it as a JVM ends that has done its work: what tests have left for its end runs, such as
   * shutdown hooks and listeners of JUnit's session. Surefire does that, too. After {@value
   * #HOOKS_MILLIS} ms it ends all the same; what fails there changes nothing.
   *
   * @param tests is closed first
   */
  public static void afterHooks(SlaveExit exit, AutoCloseable tests) {
    try {
      Thread ending = new Thread(() -> closeAndExit(exit, tests), "rrrspec-end");
      ending.setDaemon(true);
      ending.setContextClassLoader(Thread.currentThread().getContextClassLoader());
      ending.start();
      pauseUntilEndOf(ending);
    } catch (Throwable e) {
      // No memory for a thread, or no right to one.
      now(exit);
    }
    now(exit);
  }

  private static void closeAndExit(SlaveExit exit, AutoCloseable tests) {
    try {
      tests.close();
    } catch (Throwable e) {
      // All results are reported already.
      LastWords.log("what tests have left for the end of this JVM failed: " + e);
    }
    ShutdownWatch.expect();
    Runtime.getRuntime().exit(exit.code());
  }

  private static void pauseUntilEndOf(Thread ending) {
    long end = System.nanoTime() + HOOKS_MILLIS * 1_000_000;
    for (long left = HOOKS_MILLIS; left > 0; left = (end - System.nanoTime()) / 1_000_000) {
      try {
        ending.join(left);
        if (!ending.isAlive()) {
          return; // it was refused
        }
      } catch (InterruptedException e) {
        continue; // of a test
      }
    }
  }

  /** Ends it with that code, and with the words that belong to it. */
  public static void now(SlaveExit exit) {
    if (exit.words().isEmpty()) {
      halt(exit);
    }
    now(exit, exit.words());
  }

  private static void halt(SlaveExit exit) {
    try {
      Runtime.getRuntime().halt(exit.code());
    } catch (Throwable refused) {
      try {
        SecurityManagers.set(null);
        Runtime.getRuntime().halt(exit.code());
      } catch (Throwable refusedAgain) {
        bySignal();
      }
    }
  }

  /** The JVM's own handler of the signal ends it; that runs hooks, which may block. */
  private static void bySignal() {
    try {
      LastWords.say("a test left a SecurityManager that lets nobody end the JVM or take it away");
      TERM.run();
      pause();
    } finally {
      // Its worker sees that, and ends the rest of the group.
      if (GROUP_LEADER != null) {
        GROUP_LEADER.destroyForcibly();
      }
      pause();
    }
  }

  private static void pause() {
    long end = System.nanoTime() + HOOKS_MILLIS * 1_000_000;
    while (System.nanoTime() < end) {
      try {
        Thread.sleep(HOOKS_MILLIS);
      } catch (InterruptedException e) {
        continue; // nothing else is left to do here
      }
    }
  }
}
