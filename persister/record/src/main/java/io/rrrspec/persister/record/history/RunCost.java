package io.rrrspec.persister.record.history;

import java.time.Duration;

/**
 * What a whole run in which everything was good at once has cost.
 *
 * @param classes how many it had
 * @param changed whether some of them ran in a JVM that is made for speed, or in parts
 * @param slaves how many JVMs ran tests at once, at most; 1 or more
 * @param took from the begin of its first trial to the end of its last
 * @param processor the processor time of its trials
 */
public record RunCost(int classes, boolean changed, int slaves, Duration took, Duration processor) {
  /**
   * Whether it ran as a build tool runs its tests: whole classes in JVMs as the project has them,
   * as many as there are processors.
   */
  public boolean isPlain(int processors) {
    return !changed && slaves == processors;
  }
}
