package io.rrrspec.server.line;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Cuts what comes over a connection into lines. Holds nothing while no line is begun. */
final class LineBuffer {
  /** The most bytes of a line, without its end. */
  static final int LONGEST = 65_536;

  private static final byte[] EMPTY = {};
  private static final int SMALLEST = 256;

  private byte[] bytes = EMPTY;
  private int begin;
  private int end;

  /** Where to look for the next end of a line: what stands before it has none. */
  private int looked;

  private boolean tooLong;

  /** Adds all that can be read from {@code data}. */
  void add(ByteBuf data) {
    int count = data.readableBytes();
    if (end + count > bytes.length) {
      makeRoom(count);
    }
    data.readBytes(bytes, end, count);
    end += count;
  }

  private void makeRoom(int count) {
    int held = end - begin;
    int needed = held + count;
    byte[] target =
        needed <= bytes.length ? bytes : new byte[Math.max(SMALLEST, Math.max(needed, held * 2))];
    System.arraycopy(bytes, begin, target, 0, held);
    bytes = target;
    looked -= begin;
    begin = 0;
    end = held;
  }

  /**
   * The next line without its end, LF or CR LF; null if none is whole, or it {@link #isTooLong}.
   */
  byte @Nullable [] next() {
    int at = looked;
    while (at < end && bytes[at] != '\n') {
      at++;
    }
    looked = at;
    int length = at - begin;
    boolean whole = at < end;
    if (length > 0 && bytes[at - 1] == '\r') {
      length--;
    }
    if (length > LONGEST) {
      clear();
      tooLong = true;
      return null;
    }
    if (!whole) {
      if (begin == end) {
        clear();
      }
      return null;
    }
    byte[] line = Arrays.copyOfRange(bytes, begin, begin + length);
    begin = at + 1;
    looked = begin;
    return line;
  }

  /** Whether there was a line of more than {@link #LONGEST} bytes; nothing is held of it. */
  boolean isTooLong() {
    return tooLong;
  }

  /** Whether a line is begun that has no end yet. */
  boolean hasHalfLine() {
    return end > begin;
  }

  /** Forgets all that is not read yet. */
  void clear() {
    bytes = EMPTY;
    begin = 0;
    end = 0;
    looked = 0;
  }
}
