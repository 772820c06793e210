package io.rrrspec.common.model;

import java.time.Duration;

/**
 * What a task is expected to do with its time.
 *
 * @param processor the processor time that it takes, 0 or more
 * @param waiting for how long it wants no processor, 0 or more
 */
public record TimeShare(Duration processor, Duration waiting) {
  public TimeShare {
    if (processor.isNegative() || waiting.isNegative()) {
      throw new IllegalArgumentException(
          "a share of time is 0 or more, not " + processor + " and " + waiting);
    }
  }
}
