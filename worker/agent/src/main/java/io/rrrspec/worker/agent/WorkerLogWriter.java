package io.rrrspec.worker.agent;

import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.common.store.WorkerStore.LogLine;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a worker log: many lines as one command, since a build may print thousands in a second,
 * and only the beginning and the end of what is too long. What comes after the beginning is written
 * when it is closed.
 */
final class WorkerLogWriter implements Consumer<String>, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WorkerLogWriter.class);

  /** Characters that are kept of the beginning, and as many of the end. */
  static final int KEPT = 256 * 1024;

  private static final int BATCH = 64;
  private static final long EVERY_MILLIS = 200;
  private static final long LONGEST_END_MILLIS = 1_000;

  private final WorkerStore workers;
  private final String logKey;
  private final InstantSource clock;
  private final Deque<LogLine> head = new ArrayDeque<>();
  private final Deque<LogLine> tail = new ArrayDeque<>();
  private final Thread thread = new Thread(this::run, "worker-log");
  private int headSize;
  private int tailSize;
  private long leftOut;
  private boolean started;
  private boolean closed;

  WorkerLogWriter(WorkerStore workers, String logKey, InstantSource clock) {
    this.workers = workers;
    this.logKey = logKey;
    this.clock = clock;
    thread.setDaemon(true);
  }

  @Override
  public synchronized void accept(String text) {
    if (closed) {
      return;
    }
    if (!started) {
      // Most have nothing to say: a set-up that was skipped.
      started = true;
      thread.start();
    }
    // A message may have several lines; each gets its time.
    for (String part : text.split("\n", -1)) {
      add(new LogLine(clock.instant(), part));
    }
  }

  private void add(LogLine line) {
    int size = line.text().length() + 1;
    if (headSize + size <= KEPT && tail.isEmpty()) {
      headSize += size;
      head.addLast(line);
      if (head.size() >= BATCH) {
        notifyAll();
      }
      return;
    }
    tail.addLast(line);
    tailSize += size;
    while (tailSize > KEPT) {
      tailSize -= tail.removeFirst().text().length() + 1;
      leftOut++;
    }
  }

  private void run() {
    while (awaitLines()) {
      flush();
    }
    flush();
  }

  // A wait that ends too early writes a batch too early.
  @SuppressWarnings("WaitNotInLoop")
  private synchronized boolean awaitLines() {
    try {
      if (!closed && head.size() < BATCH) {
        wait(EVERY_MILLIS);
      }
      return !closed;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void flush() {
    List<LogLine> lines = next();
    if (lines.isEmpty()) {
      return;
    }
    try {
      workers.log(logKey, lines);
    } catch (RuntimeException e) {
      // Redis may be away for a moment: the set-up whose words these are goes on.
      log.warn("{}: {} lines wait to be written: {}", logKey, lines.size(), e.toString());
      putBack(lines);
    }
  }

  private synchronized List<LogLine> next() {
    List<LogLine> lines = new ArrayList<>(head);
    head.clear();
    if (closed) {
      if (leftOut > 0) {
        lines.add(new LogLine(clock.instant(), "… " + leftOut + " lines left out …"));
      }
      lines.addAll(tail);
      tail.clear();
      leftOut = 0;
    }
    return lines;
  }

  /** Their size is counted already. */
  private synchronized void putBack(List<LogLine> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      head.addFirst(lines.get(i));
    }
  }

  /** Writes what is left; waits for that only a moment. */
  @Override
  public void close() throws InterruptedException {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    thread.join(LONGEST_END_MILLIS);
  }
}
