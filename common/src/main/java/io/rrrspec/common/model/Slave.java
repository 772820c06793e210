package io.rrrspec.common.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One slave process.
 *
 * @param key its Redis key, which holds its worker and its process group
 * @param status how it ended
 * @param trials the keys of its trials, oldest first
 * @param log what it wrote outside of trials, bounded
 * @param jvm what its JVM was started for; null if the run has one launch
 */
public record Slave(
    String key, SlaveStatus status, List<String> trials, String log, @Nullable PlacedJvm jvm) {
  public Slave {
    trials = List.copyOf(trials);
  }

  /** A slave of a run of one launch. */
  public Slave(String key, SlaveStatus status, List<String> trials, String log) {
    this(key, status, trials, log, null);
  }
}
