package io.rrrspec.common.model;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One test class, or one command line, of a taskset.
 *
 * @param key its Redis key
 * @param tasksetKey the key of its taskset
 * @param specFile what to run; at the same time its id in the taskset
 * @param status what was decided
 * @param estimate what it is expected to take, or null if nobody knows
 * @param trials the keys of its trials, oldest first
 * @param orderDependence after which tasks it fails although it passes alone; null: nobody has
 *     found that
 * @param cpuEstimate the processor time that it is expected to take, or null if nobody knows
 */
public record Task(
    String key,
    String tasksetKey,
    String specFile,
    TaskStatus status,
    @Nullable Duration estimate,
    List<String> trials,
    @Nullable OrderDependence orderDependence,
    @Nullable Duration cpuEstimate) {
  public Task {
    trials = List.copyOf(trials);
  }

  /** One that was not found to depend on the order, and of unknown processor time. */
  public Task(
      String key,
      String tasksetKey,
      String specFile,
      TaskStatus status,
      @Nullable Duration estimate,
      List<String> trials) {
    this(key, tasksetKey, specFile, status, estimate, trials, null, null);
  }
}
