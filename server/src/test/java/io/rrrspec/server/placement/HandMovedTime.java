package io.rrrspec.server.placement;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Time that passes when the test says so. */
final class HandMovedTime implements TimeAfter {
  private record Wait(long due, long number, CompletableFuture<Void> passed) {}

  private final PriorityQueue<Wait> waits =
      new PriorityQueue<>(Comparator.comparingLong(Wait::due).thenComparingLong(Wait::number));
  private long now;
  private long count;

  @Override
  public synchronized CompletableFuture<?> timeAfter(Duration duration) {
    Wait wait = new Wait(now + duration.toMillis(), count++, new CompletableFuture<>());
    waits.add(wait);
    return wait.passed();
  }

  /** Lets time pass; waits that begin meanwhile and are due end, too. */
  void pass(Duration duration) {
    long until;
    synchronized (this) {
      until = now + duration.toMillis();
    }
    for (Wait wait = next(until); wait != null; wait = next(until)) {
      wait.passed().complete(null);
    }
    synchronized (this) {
      now = until;
    }
  }

  private synchronized @Nullable Wait next(long until) {
    Wait first = waits.peek();
    if (first == null || first.due() > until) {
      return null;
    }
    now = Math.max(now, first.due());
    return waits.poll();
  }

  /** How many waits are under way. */
  synchronized int waiting() {
    waits.removeIf(wait -> wait.passed().isDone());
    return waits.size();
  }
}
