package io.rrrspec.server.placement;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Time by the machine's clock. All waits together have one thread. */
public final class Timers implements TimeAfter, AutoCloseable {
  private final ScheduledThreadPoolExecutor executor;

  /** Begins its thread, which keeps no JVM alive. */
  public Timers() {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "placement-timer");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public CompletableFuture<?> timeAfter(Duration duration) {
    CompletableFuture<Void> passed = new CompletableFuture<>();
    Future<?> task =
        executor.schedule(() -> passed.complete(null), duration.toNanos(), TimeUnit.NANOSECONDS);
    var unused = passed.whenComplete((nothing, cancelled) -> task.cancel(false));
    return passed;
  }

  /** How many waits are under way. */
  int waiting() {
    return executor.getQueue().size();
  }

  /** Ends the thread; waits that are under way never end. */
  @Override
  public void close() {
    executor.shutdownNow();
  }
}
