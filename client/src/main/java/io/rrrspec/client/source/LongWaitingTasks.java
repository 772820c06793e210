package io.rrrspec.client.source;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeShare;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts long tasks that wait most of their time before all others. The run cannot end before they
 * do, and they leave the processors to those that run beside them; so none of them should stand
 * behind a task that computes.
 */
public final class LongWaitingTasks {
  /** The part of the shortest possible run that such a task takes at least. */
  private static final double LONG = 0.5;

  private LongWaitingTasks() {}

  /**
   * Orders them.
   *
   * @param ordered the tasks of a run, the longest first
   * @param shares what tasks do with their time, by spec_file
   * @param processors how many compute at once; 1 or more
   * @return the same tasks; those that need resources, or fail after others, keep their places
   *     among the rest
   */
  public static List<TaskRequest> first(
      List<TaskRequest> ordered, Map<String, TimeShare> shares, int processors) {
    Duration all = Duration.ZERO;
    for (TaskRequest task : ordered) {
      TimeShare share = shares.get(task.specFile());
      if (share != null) {
        all = all.plus(share.processor());
      }
    }
    double least = LONG * all.toMillis() / processors;
    List<TaskRequest> first = new ArrayList<>();
    List<TaskRequest> rest = new ArrayList<>();
    for (TaskRequest task : ordered) {
      (isLongAndWaits(task, shares.get(task.specFile()), least) ? first : rest).add(task);
    }
    first.addAll(rest);
    return first;
  }

  private static boolean isLongAndWaits(TaskRequest task, @Nullable TimeShare share, double least) {
    Duration estimate = task.estimate();
    return share != null
        && estimate != null
        && task.resources().isEmpty()
        && task.culprits().isEmpty()
        && estimate.toMillis() >= least
        && share.waiting().compareTo(share.processor()) > 0;
  }
}
