package io.rrrspec.worker.agent.supervise;

import io.rrrspec.worker.slave.TrialNote;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One slave that a worker has started, as its supervisor sees it. */
public interface RunningSlave {
  /** Its key in Redis. */
  String key();

  /** Its SLAVE_NUMBER: which of the worker's places it fills. */
  int number();

  /** Whether it has not ended. */
  boolean isAlive();

  /** Completes with the exit code when it has ended. */
  CompletableFuture<Integer> onExit();

  /** The exit code of a slave that has ended. */
  int exitCode();

  /** Waits for its end; returns whether it has ended. */
  boolean awaitExit(Duration limit) throws InterruptedException;

  /** Ends it at once, with all its children. */
  void kill();

  /**
   * The trial that it runs by its own word, whatever Redis says, and which tests of it. Of a slave
   * that has ended: what it ran last.
   */
  TrialNote runs();

  /** The trial of {@link #runs} alone, which costs less. */
  default String trial() {
    return runs().trial();
  }

  /** Deletes what it has left for {@link #runs}; it has ended, and that is written. */
  void forget();

  /** Everything it wrote, bounded. */
  String log() throws InterruptedException;

  /** The last of what it wrote. */
  String lastOutput() throws InterruptedException;
}
