package io.rrrspec.worker.agent;

import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.worker.agent.load.MachineGauges;
import io.rrrspec.worker.agent.load.ProcessorWatch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * Watches the processors of the host while its worker serves a taskset, and writes what it has seen
 * into the worker log.
 */
final class ProcessorLog {
  private static final Duration WRITE_EVERY = Duration.ofSeconds(5);

  private final WorkerStore workers;
  private final String logKey;
  private final MachineGauges gauges;
  private final LongSupplier nanoTime;
  private final ProcessorWatch watch;
  private long writtenAt;

  /** Begins to watch. */
  ProcessorLog(
      WorkerStore workers,
      String logKey,
      MachineGauges gauges,
      InstantSource clock,
      LongSupplier nanoTime) {
    this.workers = workers;
    this.logKey = logKey;
    this.gauges = gauges;
    this.nanoTime = nanoTime;
    long now = nanoTime.getAsLong();
    this.writtenAt = now;
    this.watch =
        new ProcessorWatch(Runtime.getRuntime().availableProcessors(), clock.instant(), now);
    // What was before is none of this taskset.
    OptionalDouble unused = gauges.idleShare();
  }

  /** Looks, once a second at least; writes now and then. */
  void look() {
    OptionalDouble idle = gauges.idleShare();
    if (idle.isEmpty()) {
      return;
    }
    long now = nanoTime.getAsLong();
    watch.see(now, idle.getAsDouble());
    if (now - writtenAt >= WRITE_EVERY.toNanos()) {
      writtenAt = now;
      write();
    }
  }

  /** Looks a last time, and writes. */
  void finish() {
    look();
    write();
  }

  private void write() {
    watch.use().ifPresent(use -> workers.tellProcessors(logKey, use));
  }
}
