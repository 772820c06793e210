package io.rrrspec.common.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a slave's JVM was started for, in a run of several launches.
 *
 * @param launch the name of the launch that the JVM serves
 * @param place the number of the worker's place in which the JVM runs, 0 or more
 * @param startedAt when the worker began to start the JVM
 * @param readyAt when the JVM took its first task; null if it never did, or has not yet
 * @param endedAt when the JVM ended; null if it has not, or nobody saw its end
 */
public record PlacedJvm(
    String launch,
    int place,
    Instant startedAt,
    @Nullable Instant readyAt,
    @Nullable Instant endedAt) {
  public PlacedJvm {
    if (place < 0) {
      throw new IllegalArgumentException("a place has no negative number: " + place);
    }
  }
}
