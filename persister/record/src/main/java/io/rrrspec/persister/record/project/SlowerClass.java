package io.rrrspec.persister.record.project;

import java.time.Duration;
import java.time.Instant;

/**
 * A test class that takes longer since some run.
 *
 * @param specFile its task
 * @param before the median of its durations before that run
 * @param now the median since then
 * @param since when the first slow run ended
 * @param sinceRun the key of that run
 */
public record SlowerClass(
    String specFile, Duration before, Duration now, Instant since, String sinceRun) {
  /** How much longer it takes; above 0. */
  public Duration growth() {
    return now.minus(before);
  }
}
