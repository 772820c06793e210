package io.rrrspec.worker.slave.jvm;

import io.rrrspec.common.process.BoundedText;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;

/** What every thread of this JVM is doing, as text. */
public final class ThreadDump {
  private static final int MAX_BYTES = 256 * 1024;

  private ThreadDump() {}

  /**
   * Takes the dump: the given thread first, with full stacks and locks, in at most 256 kB.
   *
   * @param first the thread that runs the test
   */
  public static String take(Thread first) {
    StringBuilder text = new StringBuilder("Thread dump:\n");
    ThreadInfo[] threads = ManagementFactory.getThreadMXBean().dumpAllThreads(true, true);
    for (ThreadInfo thread : threads) {
      if (thread.getThreadId() == first.getId()) {
        append(text, thread);
      }
    }
    for (ThreadInfo thread : threads) {
      if (thread.getThreadId() != first.getId()) {
        append(text, thread);
      }
    }
    return BoundedText.cut(text.toString(), MAX_BYTES);
  }

  private static void append(StringBuilder text, ThreadInfo thread) {
    text.append("\n\"").append(thread.getThreadName()).append("\" #").append(thread.getThreadId());
    text.append(thread.isDaemon() ? " daemon " : " ").append(thread.getThreadState());
    if (thread.getLockName() != null) {
      text.append(" on ").append(thread.getLockName());
    }
    if (thread.getLockOwnerName() != null) {
      text.append(" owned by \"").append(thread.getLockOwnerName()).append('"');
    }
    text.append('\n');
    StackTraceElement[] stack = thread.getStackTrace();
    for (int depth = 0; depth < stack.length; depth++) {
      text.append("    at ").append(stack[depth]).append('\n');
      for (MonitorInfo monitor : thread.getLockedMonitors()) {
        if (monitor.getLockedStackDepth() == depth) {
          text.append("    - locked ").append(monitor).append('\n');
        }
      }
    }
    for (LockInfo lock : thread.getLockedSynchronizers()) {
      text.append("    - holds ").append(lock).append('\n');
    }
  }
}
