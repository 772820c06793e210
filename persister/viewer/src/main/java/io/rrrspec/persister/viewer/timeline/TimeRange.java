package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.common.UsageException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The part of a run that is drawn, in milliseconds since its beginning.
 *
 * @param from 0 or more
 * @param to more than {@code from}
 */
public record TimeRange(long from, long to) {
  private static final long LEAST = 10;

  /** All of it. */
  public static TimeRange whole(long end) {
    return new TimeRange(0, Math.max(LEAST, end));
  }

  /**
   * What an address asks for.
   *
   * @param from seconds, or null for the beginning
   * @param to seconds, or null for the end
   * @param end of the run, in milliseconds
   * @throws UsageException if that is no part of the run
   */
  public static TimeRange of(@Nullable String from, @Nullable String to, long end) {
    TimeRange whole = whole(end);
    long begin = from == null ? 0 : millis("from", from);
    long stop = to == null ? whole.to : Math.min(whole.to, millis("to", to));
    if (begin >= whole.to) {
      throw new UsageException(
          "from=" + from + " is behind the end of the run at " + seconds(end) + " s");
    }
    if (stop <= begin) {
      throw new UsageException(
          "to=" + to + " is not behind from=" + from + ": write both in seconds");
    }
    return stop - begin < LEAST
        ? new TimeRange(Math.max(0, stop - LEAST), Math.max(LEAST, stop))
        : new TimeRange(begin, stop);
  }

  private static long millis(String name, String text) {
    try {
      double seconds = Double.parseDouble(text);
      if (seconds >= 0 && seconds < 1e12) {
        return Math.round(seconds * 1_000);
      }
    } catch (NumberFormatException e) {
      // As what is out of range.
    }
    throw new UsageException(name + "=" + text + " are no seconds: write a number such as 12.5");
  }

  /** As it is written in an address and on the axis: {@code 12.5}. */
  static String seconds(long millis) {
    return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
  }

  long length() {
    return to - from;
  }

  boolean has(long at) {
    return at >= from && at <= to;
  }

  boolean overlaps(long begin, long end) {
    return end >= from && begin <= to;
  }

  /** Where a moment is, in percent of the width; what is outside is put to the edge. */
  double place(long at) {
    double percent = 100.0 * (Math.max(from, Math.min(to, at)) - from) / length();
    return Math.round(percent * 1_000) / 1_000.0;
  }

  /** The part around the middle, so many times as long, within the run. */
  TimeRange scaled(double factor, long end) {
    long half = Math.max(LEAST / 2, Math.round(length() * factor / 2));
    return moved((from + to) / 2 - half, 2 * half, end);
  }

  /** What is so many times its length later (earlier if negative), within the run. */
  TimeRange shifted(double lengths, long end) {
    return moved(from + Math.round(lengths * length()), length(), end);
  }

  private static TimeRange moved(long from, long length, long end) {
    TimeRange whole = whole(end);
    long shorter = Math.min(length, whole.to);
    long begin = Math.max(0, Math.min(from, whole.to - shorter));
    return new TimeRange(begin, begin + shorter);
  }

  /** For an address. */
  String query() {
    return "from=" + seconds(from) + "&to=" + seconds(to);
  }
}
