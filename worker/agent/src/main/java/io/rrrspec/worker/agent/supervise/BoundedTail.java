package io.rrrspec.worker.agent.supervise;

import java.nio.charset.StandardCharsets;

/**
 * Keeps the beginning and the end of what a process writes, however much that is, so that the
 * process never blocks on a full pipe and we never hold more than twice the bound.
 */
final class BoundedTail {
  private final byte[] head;
  private final byte[] ring;
  private int headLength;
  private long total;

  /**
   * Makes an empty one.
   *
   * @param bytes how much of the beginning and how much of the end is kept
   */
  BoundedTail(int bytes) {
    this.head = new byte[bytes];
    this.ring = new byte[bytes];
  }

  /** Adds the first bytes of an array. */
  synchronized void append(byte[] bytes, int n) {
    for (int i = 0; i < n; i++) {
      if (headLength < head.length) {
        head[headLength++] = bytes[i];
      } else {
        ring[(int) ((total - head.length) % ring.length)] = bytes[i];
      }
      total++;
    }
  }

  /** The beginning and the end, with a line between them that says how much is missing. */
  synchronized String text() {
    String begin = new String(head, 0, headLength, StandardCharsets.UTF_8);
    return total <= head.length ? begin : begin + gap() + tail();
  }

  private String gap() {
    long missing = total - head.length - ring.length;
    return missing > 0 ? "\n… " + missing + " bytes left out …\n" : "";
  }

  /** The end alone. */
  synchronized String end() {
    return total <= head.length ? new String(head, 0, headLength, StandardCharsets.UTF_8) : tail();
  }

  private String tail() {
    long after = total - head.length;
    if (after <= ring.length) {
      return new String(ring, 0, (int) after, StandardCharsets.UTF_8);
    }
    int start = (int) (after % ring.length);
    byte[] ordered = new byte[ring.length];
    System.arraycopy(ring, start, ordered, 0, ring.length - start);
    System.arraycopy(ring, 0, ordered, ring.length - start, start);
    return new String(ordered, StandardCharsets.UTF_8);
  }
}
