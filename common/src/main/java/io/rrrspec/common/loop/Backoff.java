package io.rrrspec.common.loop;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses between tries that fail: the first one is short, and each further one takes twice as long,
 * up to a longest.
 *
 * @param first the pause after the first failure, at least 1 ms
 * @param longest no pause is longer; may be shorter than the first
 */
public record Backoff(Duration first, Duration longest) {
  /** So often can a pause of any length be doubled that may be a first one. */
  private static final int MOST_DOUBLINGS = 30;

  public Backoff {
    if (first.toMillis() < 1 || first.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException("no first pause: " + first);
    }
  }

  /**
   * Returns the pause after a failure, in milliseconds.
   *
   * @param failures how many there were in a row, from 1
   */
  public long millis(int failures) {
    long pause = first.toMillis() << Math.min(MOST_DOUBLINGS, Math.max(0, failures - 1));
    return Math.min(longest.toMillis(), pause);
  }

  /**
   * Returns a random time between half of a pause and the whole of it: not everybody who failed at
   * the same moment is to try again at the same moment.
   */
  public static long jitter(long millis) {
    return millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
  }
}
