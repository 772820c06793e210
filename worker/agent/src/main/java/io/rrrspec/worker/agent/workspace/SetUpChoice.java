package io.rrrspec.worker.agent.workspace;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Whether a worker fetches a prepared workspace, waits for it or sets up itself. */
enum SetUpChoice {
  /** Another worker gives it, and fetching it is faster. */
  FETCH,
  /** Another worker makes it, and is expected to be ready soon enough. */
  WAIT,
  /** Sets up itself. */
  BUILD;

  /** Unpacking writes files: about this many bytes per second. */
  private static final double UNPACKED_PER_SECOND = 50_000_000;

  /**
   * Set-ups take longer on a busy host, and a workspace has to be packed. Who has waited for the
   * usual time expects the end any moment, while a set-up of its own would take all of it again.
   */
  private static final double PATIENCE = 2;

  private static final Duration GRACE = Duration.ofSeconds(5);

  /** How long anybody waits for a set-up of which it is not known how long it takes. */
  private static final Duration LONGEST_UNKNOWN = Duration.ofMinutes(10);

  /**
   * What is known of one prepared workspace.
   *
   * @param bytes how large it is packed, where somebody gives it; null: nobody does
   * @param madeFor how long another worker has been making it; null: nobody does
   * @param setUp how long the last set-up of these sources took; null: not known
   * @param bytesPerSecond how fast others give; positive
   * @param hasEarlier whether this worker has an earlier state of the workspace, which is set up
   */
  record Known(
      @Nullable Long bytes,
      @Nullable Duration madeFor,
      @Nullable Duration setUp,
      long bytesPerSecond,
      boolean hasEarlier) {}

  /** The choice. An earlier state is built upon: that is mostly faster than all anew. */
  static SetUpChoice of(Known known) {
    Duration setUp = known.setUp();
    Long bytes = known.bytes();
    if (bytes != null) {
      double seconds = (double) bytes / known.bytesPerSecond() + bytes / UNPACKED_PER_SECOND;
      Duration transfer = Duration.ofMillis((long) (seconds * 1_000));
      boolean slower = setUp != null && transfer.compareTo(setUp) >= 0;
      return slower || known.hasEarlier() && setUp == null ? BUILD : FETCH;
    }
    Duration madeFor = known.madeFor();
    if (madeFor == null || known.hasEarlier()) {
      return BUILD;
    }
    Duration longest =
        setUp == null
            ? LONGEST_UNKNOWN
            : Duration.ofMillis((long) (setUp.toMillis() * PATIENCE)).plus(GRACE);
    return madeFor.compareTo(longest) > 0 ? BUILD : WAIT;
  }
}
