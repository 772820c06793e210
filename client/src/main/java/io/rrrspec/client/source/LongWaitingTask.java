package io.rrrspec.client.source;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeShare;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts the longest task that waits most of its time before all others, if it takes a good part of
 * the run. It leaves the processors to those that run beside it, so it should not stand behind a
 * task of its launch that computes. It is one task only: several would keep the slaves from the
 * longest tasks.
 */
public final class LongWaitingTask {
  /**
   * The part of what the processors have to do, each, that such a task takes at least. It is small
   * since processor times are inflated by what ran beside, and one short task in front of the
   * others does no harm.
   */
  private static final double LONG = 0.25;

  private LongWaitingTask() {}

  /**
   * Puts it there.
   *
   * @param ordered the tasks of a run, the longest first
   * @param shares what tasks do with their time, by spec_file
   * @param processors how many compute at once; 1 or more
   * @return the same tasks; one that needs resources, fails after others or shares something with
   *     others is never the first because of this
   */
  public static List<TaskRequest> first(
      List<TaskRequest> ordered, Map<String, TimeShare> shares, int processors) {
    Duration processor = Duration.ZERO;
    for (TaskRequest task : ordered) {
      TimeShare share = shares.get(task.specFile());
      if (share != null) {
        processor = processor.plus(share.processor());
      }
    }
    double least = LONG * processor.dividedBy(processors).toMillis();
    TaskRequest first = null;
    for (TaskRequest task : ordered) {
      if (estimate(task).toMillis() >= least
          && waits(task, shares.get(task.specFile()))
          && (first == null || estimate(task).compareTo(estimate(first)) > 0)) {
        first = task;
      }
    }
    if (first == null) {
      return ordered;
    }
    List<TaskRequest> all = new ArrayList<>(ordered);
    all.remove(first);
    all.add(0, first);
    return all;
  }

  private static Duration estimate(TaskRequest task) {
    Duration estimate = task.estimate();
    return estimate == null ? Duration.ZERO : estimate;
  }

  private static boolean waits(TaskRequest task, @Nullable TimeShare share) {
    return share != null
        && task.resources().isEmpty()
        && task.culprits().isEmpty()
        && task.affinity() == null
        && share.waiting().compareTo(share.processor()) > 0;
  }
}
