package io.rrrspec.common.model;

import java.time.Duration;

/**
 * What a task shared with others in past runs.
 *
 * @param affinity with whom, and what the first of them pays
 * @param own what the task is expected to take where another one has paid, 0 or more
 */
public record KnownAffinity(Affinity affinity, Duration own) {
  public KnownAffinity {
    if (own.isNegative()) {
      throw new IllegalArgumentException("a task takes no time or more, not " + own);
    }
  }
}
