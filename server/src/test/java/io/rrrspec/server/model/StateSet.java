package io.rrrspec.server.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A set of byte arrays that numbers them in the order of their coming; made for millions. */
final class StateSet {
  private static final int CHUNK = 1 << 22;

  private final List<byte[]> chunks = new ArrayList<>();
  private long end;
  private long[] starts = new long[1 << 12];
  private int size;
  private int[] table = new int[1 << 13];

  StateSet() {
    Arrays.fill(table, -1);
  }

  int size() {
    return size;
  }

  /** Adds one if it is not there; its number, which is {@link #size} before if it is new. */
  int add(byte[] bytes) {
    if (size * 2 >= table.length) {
      grow();
    }
    int slot = slot(bytes);
    if (table[slot] >= 0) {
      return table[slot];
    }
    table[slot] = size;
    store(bytes);
    return size++;
  }

  private int slot(byte[] bytes) {
    int slot = mix(Arrays.hashCode(bytes)) & (table.length - 1);
    while (table[slot] >= 0 && !equal(table[slot], bytes)) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  private static int mix(int hash) {
    int h = hash * 0x9E3779B1;
    return h ^ (h >>> 15);
  }

  private boolean equal(int n, byte[] bytes) {
    long start = starts[n];
    int at = (int) (start % CHUNK);
    byte[] chunk = chunks.get((int) (start / CHUNK));
    int length = chunk[at] & 0xff;
    return Arrays.equals(chunk, at + 1, at + 1 + length, bytes, 0, bytes.length);
  }

  byte[] get(int n) {
    long start = starts[n];
    int at = (int) (start % CHUNK);
    byte[] chunk = chunks.get((int) (start / CHUNK));
    return Arrays.copyOfRange(chunk, at + 1, at + 1 + (chunk[at] & 0xff));
  }

  private void store(byte[] bytes) {
    if (bytes.length > 255) {
      throw new IllegalStateException("a world of " + bytes.length + " bytes");
    }
    if (end == (long) chunks.size() * CHUNK || end % CHUNK + bytes.length + 1 > CHUNK) {
      end = (long) chunks.size() * CHUNK;
      chunks.add(new byte[CHUNK]);
    }
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
    }
    starts[size] = end;
    byte[] chunk = chunks.get((int) (end / CHUNK));
    int at = (int) (end % CHUNK);
    chunk[at] = (byte) bytes.length;
    System.arraycopy(bytes, 0, chunk, at + 1, bytes.length);
    end += bytes.length + 1;
  }

  private void grow() {
    table = new int[2 * table.length];
    Arrays.fill(table, -1);
    for (int n = 0; n < size; n++) {
      int slot = mix(Arrays.hashCode(get(n))) & (table.length - 1);
      while (table[slot] >= 0) {
        slot = (slot + 1) & (table.length - 1);
      }
      table[slot] = n;
    }
  }
}
