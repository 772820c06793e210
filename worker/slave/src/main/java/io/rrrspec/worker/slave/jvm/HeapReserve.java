package io.rrrspec.worker.slave.jvm;

/**
 * Memory that is held back, so that a JVM whose heap is full of tests' objects can still say so.
 */
public final class HeapReserve {
  private static final long MOST = 4L * 1024 * 1024;

  private static final byte[] NOTHING = new byte[0];

  private static volatile byte[] held = NOTHING;

  private HeapReserve() {}

  /** Takes it: 4 MB, and less of a small heap. To be called before tests run. */
  public static void hold() {
    held = new byte[(int) Math.min(MOST, Runtime.getRuntime().maxMemory() / 32)];
  }

  /** Gives it back to the heap, for good. */
  public static void release() {
    held = NOTHING;
  }

  /** How many bytes are held back. */
  static int size() {
    return held.length;
  }
}
