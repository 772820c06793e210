package io.rrrspec.worker.slave.jvm;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What ran in this JVM, and how full its heap was: of the classes that share a heap, the one that
 * finds it full need not be the one that fills it.
 */
public final class HeapHistory {
  private static final int MOST_NAMES = 10;
  private static final long MEGABYTE = 1024 * 1024;

  private final Deque<String> before = new ArrayDeque<>();
  private int count;
  private String current = "";
  private long usedAtStart;

  /** A class begins. */
  public synchronized void begins(String specFile) {
    if (count > 0) {
      before.addLast(current);
      if (before.size() > MOST_NAMES) {
        before.removeFirst();
      }
    }
    count++;
    current = specFile;
    Runtime runtime = Runtime.getRuntime();
    usedAtStart = runtime.totalMemory() - runtime.freeMemory();
  }

  /** Describes both, in words that follow an error. */
  public synchronized String tell() {
    StringBuilder text = new StringBuilder(" (class ").append(count).append(" of this JVM");
    if (!before.isEmpty()) {
      text.append(", after ");
      int others = count - 1 - before.size();
      if (others > 0) {
        text.append(others).append(others == 1 ? " other and " : " others and ");
      }
      text.append(String.join(", ", before));
    }
    return text.append("; ")
        .append(usedAtStart / MEGABYTE)
        .append(" of ")
        .append(Runtime.getRuntime().maxMemory() / MEGABYTE)
        .append(" MB of heap were in use when it began)")
        .toString();
  }
}
