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
 * @param jvm in which kind of JVM it began that is made for speed, and how far it is; null: all its
 *     trials are as is
 * @param split how it was divided; null: it ran as a whole
 */
public record Task(
    String key,
    String tasksetKey,
    String specFile,
    TaskStatus status,
    @Nullable Duration estimate,
    List<String> trials,
    @Nullable OrderDependence orderDependence,
    @Nullable Duration cpuEstimate,
    @Nullable TaskJvm jvm,
    @Nullable TaskSplit split) {
  public Task {
    trials = List.copyOf(trials);
  }

  /** Whether all that counts of it ran in JVMs as the project starts them. */
  public boolean ranAsIs() {
    return jvm == null
        || jvm.state() == TaskJvm.State.DIFFERS
        || (jvm.state() == TaskJvm.State.UNSTARTED && split == null);
  }

  /** Whether it fails only in a JVM that is made for speed, and so has passed. */
  public boolean failsOnlyForSpeed() {
    return jvm != null && jvm.state() == TaskJvm.State.REFUSED;
  }

  /** The same with the keys of its trials. */
  public Task withTrials(List<String> keys) {
    return new Task(
        key,
        tasksetKey,
        specFile,
        status,
        estimate,
        keys,
        orderDependence,
        cpuEstimate,
        jvm,
        split);
  }

  /** One that was not found to depend on the order, and of unknown processor time. */
  public Task(
      String key,
      String tasksetKey,
      String specFile,
      TaskStatus status,
      @Nullable Duration estimate,
      List<String> trials) {
    this(key, tasksetKey, specFile, status, estimate, trials, null, null, null, null);
  }
}
