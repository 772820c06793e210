package io.rrrspec.common.queue;

import java.util.List;
import java.util.Map;

/**
 * What queues had and wanted at one moment.
 *
 * @param atMs when, in ms since 1970
 * @param liveWorkers how many workers of each group live
 * @param queues all that are set up, or that something waits in
 */
public record QueueSample(long atMs, Map<String, Integer> liveWorkers, List<Share> queues) {
  public QueueSample {
    liveWorkers = Map.copyOf(liveWorkers);
    queues = List.copyOf(queues);
  }

  /**
   * One queue.
   *
   * @param name its name
   * @param group the type of its workers
   * @param used how many workers serve it
   * @param guaranteed how many it has a right to, with a fraction
   * @param most how many it may have
   * @param waiting how many runs and jobs in it could do with a worker, or with one more
   * @param waitingSinceMs since when it waits without having got anything, in ms; 0 if it does not
   */
  public record Share(
      String name,
      String group,
      int used,
      double guaranteed,
      int most,
      long waiting,
      long waitingSinceMs) {
    /** The same with so many more that wait. */
    public Share withMoreWaiting(long more) {
      return new Share(name, group, used, guaranteed, most, waiting + more, waitingSinceMs);
    }
  }
}
