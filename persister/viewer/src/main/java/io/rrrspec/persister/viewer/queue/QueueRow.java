package io.rrrspec.persister.viewer.queue;

import io.rrrspec.common.queue.Queue;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One queue, in the ring of its group.
 *
 * @param queue how it is set up
 * @param share what it has now; null if no server has said so lately
 * @param strip what it had
 * @param runsWaiting how many of its runs have no worker, but tasks left
 * @param jobsWaiting how many jobs wait in it
 * @param since since when it waits without having got anything; null if it does not
 * @param runs its first runs that are not over, oldest first
 * @param moreRuns how many other runs it has
 * @param jobs its first jobs that wait, in the order of service
 */
public record QueueRow(
    Queue queue,
    @Nullable ShareNow share,
    ShareStrip strip,
    long runsWaiting,
    long jobsWaiting,
    @Nullable Instant since,
    List<QueuedRun> runs,
    long moreRuns,
    List<QueuedJob> jobs) {

  /**
   * A run that is not over.
   *
   * @param id the last part of its key
   * @param name the name of its sources, or {@code job 12}
   * @param user who asked for it
   * @param workers how many workers serve it
   */
  public record QueuedRun(String id, String name, String user, int workers) {}

  /**
   * A job that waits.
   *
   * @param number its number
   * @param module what its text is
   * @param text the beginning of what it does
   * @param user who asked for it
   * @param queuedAt when it was pushed, or null
   */
  public record QueuedJob(
      long number, String module, String text, String user, @Nullable Instant queuedAt) {}

  /** Whether something of it is to be shown besides its share. */
  public boolean hasContents() {
    return !runs.isEmpty() || !jobs.isEmpty();
  }
}
