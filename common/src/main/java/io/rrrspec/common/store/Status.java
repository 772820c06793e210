package io.rrrspec.common.store;

import io.rrrspec.common.queue.QueueSample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the installation was at one moment.
 *
 * @param roundTrip how long Redis took to answer
 * @param arbiter the queue of what is to be judged
 * @param dispatcher the queue of wake-ups
 * @param persister the queue of tasksets that are over
 * @param held what persisters have in their hands
 * @param activeCount how many tasksets are not over
 * @param active those of them that were looked at, oldest first
 * @param workers all workers
 * @param setAside how many messages were set aside in the last days
 * @param runsSetAside how many runs are set aside because they could not be persisted
 * @param leaders the server that leads, by role; "" if none does
 * @param admission what queues have and want; null if none is set up and no job waits, or no server
 *     has said it lately
 */
public record Status(
    Duration roundTrip,
    Queue arbiter,
    Queue dispatcher,
    Queue persister,
    List<Held> held,
    long activeCount,
    List<Active> active,
    List<WorkerStore.Seen> workers,
    long setAside,
    long runsSetAside,
    Map<String, String> leaders,
    @Nullable QueueSample admission) {

  /**
   * A queue.
   *
   * @param length how many messages wait
   * @param head the oldest one; "" if there is none
   * @param headSinceMs since when it can have waited, in milliseconds since 1970 by this host's
   *     clock; null if it does not say
   */
  public record Queue(long length, String head, @Nullable Long headSinceMs) {}

  /**
   * What one persister has taken and not done.
   *
   * @param member its key
   * @param messages how many
   * @param oldestEndMs when the oldest of these tasksets was over, by this host's clock; null if it
   *     does not say
   * @param complaint why it cannot do them now, in one line; "" if it does not say
   */
  public record Held(String member, long messages, @Nullable Long oldestEndMs, String complaint) {}

  /**
   * A taskset that is not over.
   *
   * @param key its key
   * @param workerType which workers may serve it
   * @param needsOurs whether only workers that announce the protocol can
   * @param left how many of its tasks are not decided
   */
  public record Active(String key, String workerType, boolean needsOurs, long left) {}
}
