package io.rrrspec.common.request;

import io.rrrspec.common.config.RequestJob;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The job that a request is at: it waits for a worker, or runs.
 *
 * @param number tells it from all jobs that this request was at before; 1 or more
 * @param entry what is carried out
 * @param kind who carries it out
 * @param queue where it waits
 * @param trial which one of its definition's {@code max_trials} this is; 1 or more
 * @param listed whether it still stands first in the list of those that are left
 * @param ranBefore how many jobs had ended before it
 * @param lease which a worker of another implementation got with it; null: nobody has taken it
 * @param leased whether a report has brought that lease: its worker knows it
 * @param run the id of its run; null: it has none, or has not begun
 * @param queuedAt since when it waits
 * @param startedAt null: it waits
 * @param due when somebody first looks after it
 */
public record CurrentJob(
    int number,
    RequestEntry entry,
    RequestJob.Kind kind,
    String queue,
    int trial,
    boolean listed,
    int ranBefore,
    @Nullable String lease,
    boolean leased,
    @Nullable String run,
    Instant queuedAt,
    @Nullable Instant startedAt,
    Instant due) {

  /** Whether workers of other implementations carry it out. */
  public boolean isExternal() {
    return kind == RequestJob.Kind.EXTERNAL;
  }

  /** Whether a worker of another implementation may take it. */
  public boolean isOffered() {
    return isExternal() && lease == null;
  }

  CurrentJob started(@Nullable String runId, Instant now) {
    return new CurrentJob(
        number, entry, kind, queue, trial, listed, ranBefore, lease, leased, runId, queuedAt, now,
        due);
  }

  CurrentJob taken(String newLease, Instant until) {
    return new CurrentJob(
        number, entry, kind, queue, trial, listed, ranBefore, newLease, false, run, queuedAt,
        startedAt, until);
  }

  CurrentJob listed(boolean stands) {
    return new CurrentJob(
        number, entry, kind, queue, trial, stands, ranBefore, lease, leased, run, queuedAt,
        startedAt, due);
  }

  CurrentJob shown() {
    return new CurrentJob(
        number, entry, kind, queue, trial, listed, ranBefore, lease, true, run, queuedAt, startedAt,
        due);
  }
}
