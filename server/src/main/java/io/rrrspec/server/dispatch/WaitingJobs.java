package io.rrrspec.server.dispatch;

import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.admission.Demand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The jobs that wait, as they ask for workers; one look at them. */
final class WaitingJobs {
  /** So many more than there are idle workers: a queue under its rate has a right to others. */
  private static final int AHEAD = 20;

  /** So many runs of jobs are started at once: each takes a Maven on the host of the server. */
  private static final int MOST_STARTING = 4;

  private final Map<String, Job> byTaskset = new HashMap<>();
  private final List<Demand> demands = new ArrayList<>();

  /** How many are not among the demands, by the name of the queue. */
  private final Map<String, Long> more = new HashMap<>();

  private WaitingJobs() {}

  /** No job waits. */
  static WaitingJobs none() {
    return new WaitingJobs();
  }

  /**
   * Reads as many as may be served now.
   *
   * @param counts how many wait, by the serial number of the queue
   * @param idle how many workers are idle
   */
  static WaitingJobs read(Stores stores, QueueSetup setup, Map<Integer, Long> counts, int idle) {
    WaitingJobs look = new WaitingJobs();
    Map<Integer, Integer> wanted = new HashMap<>();
    counts.forEach(
        (queue, count) -> {
          if (count > 0) {
            wanted.put(queue, (int) Math.min(count, idle + AHEAD));
          }
        });
    if (wanted.isEmpty()) {
      return look;
    }
    JobStore jobs = stores.jobs();
    Map<Integer, List<Job>> waiting = jobs.waiting(wanted);
    wanted.forEach(
        (queue, count) -> {
          if (waiting.getOrDefault(queue, List.of()).size() < count) {
            stores.unservableJobs().drop(queue, count);
          }
        });
    if (waiting.values().stream().flatMap(List::stream).anyMatch(WaitingJobs::isRun)
        && jobs.startingCount() >= MOST_STARTING) {
      waiting.values().forEach(some -> some.removeIf(WaitingJobs::isRun));
    }
    waiting.forEach(
        (serial, some) ->
            setup
                .find(serial)
                .ifPresent(queue -> look.add(queue, some, counts.getOrDefault(serial, 0L))));
    return look;
  }

  private static boolean isRun(Job job) {
    return job.module().equals(Job.JUNIT);
  }

  /** The serial numbers of all queues in which jobs may wait. */
  static Map<Integer, Long> counts(QueueStore queues, QueueSetup setup) {
    List<Integer> serials = new ArrayList<>(setup.queues().stream().map(Queue::serial).toList());
    if (!serials.contains(0)) {
      serials.add(0);
    }
    return queues.waiting(serials);
  }

  private void add(Queue queue, List<Job> jobs, long all) {
    for (Job job : jobs) {
      byTaskset.put(job.taskset(), job);
      demands.add(
          new Demand(
              job.taskset(), queue.group(), 1, true, true, queue.name(), job.user(), job.ahead()));
    }
    more.put(queue.name(), Math.max(0, all - jobs.size()));
  }

  List<Demand> demands() {
    return demands;
  }

  /** How many more wait in a queue. */
  long moreIn(String queue) {
    return more.getOrDefault(queue, 0L);
  }

  /** The job that is to become a taskset; null if that is one already. */
  @Nullable Job of(String tasksetKey) {
    return byTaskset.get(tasksetKey);
  }
}
