package io.rrrspec.common.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * Keeps the beginning and the end of what is written to it, in bounded memory: what broke is mostly
 * at the end, what led there at the beginning. Safe for any number of writing threads.
 */
public final class BoundedText extends OutputStream {
  private static final int FIRST_ALLOCATION = 1024;
  private static final int LEAST_WITH_NOTICE = 100;
  private static final String CUT_OFF = "…";

  private final int headLimit;
  private final int tailLimit;
  private byte[] head = new byte[0];
  private int headLength;
  private byte[] tail = new byte[0];
  private final LongFunction<String> notice;
  private long written;

  /**
   * Makes an empty one.
   *
   * @param headLimit how many bytes of the beginning to keep
   * @param tailLimit how many bytes of the end to keep besides
   */
  public BoundedText(int headLimit, int tailLimit) {
    this(headLimit, tailLimit, BoundedText::notice);
  }

  /**
   * Makes an empty one.
   *
   * @param headLimit how many bytes of the beginning to keep
   * @param tailLimit how many bytes of the end to keep besides
   * @param notice makes the text that stands for the missing bytes out of their number
   */
  public BoundedText(int headLimit, int tailLimit, LongFunction<String> notice) {
    this.headLimit = headLimit;
    this.tailLimit = tailLimit;
    this.notice = notice;
  }

  /**
   * Returns the text with its middle cut out, so that it has at most that many bytes as UTF-8. A
   * limit below 100 leaves no room to say how much is missing: there the end is cut off, and the
   * text gets no line ends.
   */
  public static String cut(String text, int maxBytes) {
    // No char takes more than three bytes, so that the usual case costs nothing.
    if (text.length() <= maxBytes / 3) {
      return text;
    }
    byte[] bytes = text.getBytes(UTF_8);
    if (bytes.length <= maxBytes) {
      return text;
    }
    if (maxBytes < LEAST_WITH_NOTICE) {
      int end = endOfLastCharacter(bytes, maxBytes - CUT_OFF.getBytes(UTF_8).length);
      return new String(bytes, 0, end, UTF_8) + CUT_OFF;
    }
    int half = (maxBytes - notice(Long.MAX_VALUE).length()) / 2;
    BoundedText bounded = new BoundedText(half, half);
    bounded.write(bytes, 0, bytes.length);
    return bounded.text();
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    int toHead = Math.min(length, headLimit - headLength);
    if (toHead > 0) {
      if (head.length < headLength + toHead) {
        int doubled = Math.max(2 * head.length, FIRST_ALLOCATION);
        head = Arrays.copyOf(head, Math.min(headLimit, Math.max(doubled, headLength + toHead)));
      }
      System.arraycopy(bytes, offset, head, headLength, toHead);
      headLength += toHead;
      written += toHead;
    }
    writeTail(bytes, offset + Math.max(toHead, 0), length - Math.max(toHead, 0));
  }

  private void writeTail(byte[] bytes, int offset, int length) {
    if (length <= 0) {
      return;
    }
    if (tail.length == 0) {
      tail = new byte[tailLimit];
    }
    // Only the last bytes can survive; the position in the ring follows from the count.
    int skipped = Math.max(0, length - tailLimit);
    written += skipped;
    int from = offset + skipped;
    int left = length - skipped;
    while (left > 0) {
      int position = (int) ((written - headLength) % tailLimit);
      int chunk = Math.min(left, tailLimit - position);
      System.arraycopy(bytes, from, tail, position, chunk);
      from += chunk;
      left -= chunk;
      written += chunk;
    }
  }

  /**
   * Returns what was written so far, read as UTF-8. Where bytes are missing, a line says how many;
   * a character that was cut there is left out as a whole.
   */
  public synchronized String text() {
    long afterHead = written - headLength;
    byte[] end = tailBytes(afterHead);
    if (afterHead <= tailLimit) {
      return new String(whole(end), UTF_8);
    }
    int headEnd = endOfLastCharacter(head, headLength);
    int tailStart = startOfFirstCharacter(end);
    long missing = written - headEnd - (end.length - tailStart);
    return new String(head, 0, headEnd, UTF_8)
        + notice.apply(missing)
        + new String(end, tailStart, end.length - tailStart, UTF_8);
  }

  /** Returns the end alone, read as UTF-8: as many bytes as are kept of it. */
  public synchronized String end() {
    long afterHead = written - headLength;
    byte[] tail = tailBytes(afterHead);
    byte[] last = afterHead <= tailLimit ? whole(tail) : tail;
    int from = Math.max(0, last.length - tailLimit);
    byte[] end = Arrays.copyOfRange(last, from, last.length);
    int start = written > end.length ? startOfFirstCharacter(end) : 0;
    return new String(end, start, end.length - start, UTF_8);
  }

  /** Beginning and end, if nothing is missing between them. */
  private byte[] whole(byte[] end) {
    byte[] all = Arrays.copyOf(head, headLength + end.length);
    System.arraycopy(end, 0, all, headLength, end.length);
    return all;
  }

  private byte[] tailBytes(long afterHead) {
    if (afterHead <= tailLimit) {
      return Arrays.copyOf(tail, (int) afterHead);
    }
    int oldest = (int) (afterHead % tailLimit);
    byte[] end = new byte[tailLimit];
    System.arraycopy(tail, oldest, end, 0, tailLimit - oldest);
    System.arraycopy(tail, 0, end, tailLimit - oldest, oldest);
    return end;
  }

  private static String notice(long missing) {
    return "\n[... " + missing + " bytes left out here ...]\n";
  }

  private static int endOfLastCharacter(byte[] bytes, int length) {
    int start = length - 1;
    while (start >= 0 && start > length - 4 && isContinuation(bytes[start])) {
      start--;
    }
    if (start < 0) {
      return length;
    }
    int lead = bytes[start] & 0xFF;
    int size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    return start + size > length ? start : length;
  }

  private static int startOfFirstCharacter(byte[] bytes) {
    int start = 0;
    while (start < 3 && start < bytes.length && isContinuation(bytes[start])) {
      start++;
    }
    return start;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }
}
