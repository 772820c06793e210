package io.rrrspec.worker.agent.artifact;

/** How fast artifacts come: a moving average, in which a large one counts for more. */
final class TransferRate {
  /** Of a network of 1 Gbit/s that others use, too. */
  private static final long UNKNOWN = 50_000_000;

  /** What small ones tell is mostly how long a connection takes. */
  private static final long SMALL = 100_000;

  private static final double WEIGHT = 0.5;

  private double rate = UNKNOWN;

  synchronized void add(long bytes, long nanos) {
    if (bytes >= SMALL) {
      double now = bytes * 1e9 / Math.max(1, nanos);
      rate = rate * (1 - WEIGHT) + now * WEIGHT;
    }
  }

  synchronized long bytesPerSecond() {
    return Math.max(1, (long) rate);
  }
}
