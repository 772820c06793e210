package io.rrrspec.server.placement;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A job that was scheduled and has not ended: it waits for a worker, or one has it. */
public final class PendingJob {
  /** Who may take it, besides those who hold its result. */
  enum Stage {
    /** Nobody yet. */
    RESULT,
    /** Those who hold a dependency. */
    DEPENDENCIES,
    /** Everybody. */
    ANYBODY
  }

  private final Job job;
  private final CompletableFuture<Optional<Outcome>> end = new CompletableFuture<>();

  // What follows is guarded by the scheduler's lock.

  Stage stage = Stage.RESULT;

  /** Where it stands, in a chain; null: in no queue. */
  JobQueue.@Nullable Place places;

  /** What it waits for before its next stage; null: nothing. */
  @Nullable CompletableFuture<?> wait;

  /** Who has it; null: it waits. */
  @Nullable WorkerQueues worker;

  PendingJob(Job job) {
    this.job = job;
  }

  public Job job() {
    return job;
  }

  /** How it ends; empty: the scheduler was stopped before. */
  public CompletableFuture<Optional<Outcome>> end() {
    return end.copy();
  }

  /** Tells those who wait for its end: not while the scheduler's lock is held. */
  void ended(@Nullable Outcome outcome) {
    end.complete(Optional.ofNullable(outcome));
  }

  void stopWaiting() {
    CompletableFuture<?> now = wait;
    wait = null;
    if (now != null) {
      now.cancel(false);
    }
  }
}
