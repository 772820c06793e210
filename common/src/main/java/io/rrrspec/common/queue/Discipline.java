package io.rrrspec.common.queue;

import io.rrrspec.common.UsageException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a queue takes what is pushed into it.
 *
 * @param window so long after the first of several equal jobs was queued the others are taken for
 *     it; null: each is queued
 */
public record Discipline(@Nullable Duration window) {
  /** Each job is queued, in the order in which they come. */
  public static final Discipline FIFO = new Discipline(null);

  /** What {@code set} means without a number. */
  private static final Duration DEFAULT_WINDOW = Duration.ofSeconds(60);

  private static final long LONGEST_SEC = Duration.ofDays(30).toSeconds();

  public Discipline {
    if (window != null && (window.toSeconds() < 1 || window.toSeconds() > LONGEST_SEC)) {
      throw new IllegalArgumentException("a window of " + window);
    }
  }

  /**
   * Reads {@code fifo}, {@code set} or {@code set 60}.
   *
   * @throws UsageException if it is none of these; the message says what to write instead
   */
  public static Discipline parse(String text) {
    String[] words = text.strip().split("\\s+");
    if (words.length == 1 && words[0].equals("fifo")) {
      return FIFO;
    }
    if (words.length <= 2 && words[0].equals("set")) {
      return new Discipline(words.length == 1 ? DEFAULT_WINDOW : window(words[1]));
    }
    throw new UsageException(
        "'" + text + "' is no discipline: write fifo, or set and a number of seconds (set 60)");
  }

  private static Duration window(String text) {
    if (text.matches("\\d{1,7}")) {
      long seconds = Long.parseLong(text);
      if (seconds >= 1 && seconds <= LONGEST_SEC) {
        return Duration.ofSeconds(seconds);
      }
    }
    throw new UsageException(
        "'" + text + "' is no number of seconds: write one from 1 to " + LONGEST_SEC);
  }

  /** As {@link #parse} reads it. */
  public String text() {
    return window == null ? "fifo" : "set " + window.toSeconds();
  }
}
