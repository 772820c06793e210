package io.rrrspec.client.report.terminal;

import java.time.Duration;
import java.util.Locale;

/** Numbers and times as people read them. */
public final class Phrases {
  private Phrases() {}

  /** {@code 1 test}, {@code 56,827 tests}; for nouns whose plural adds an s, or es after an s. */
  public static String count(long number, String noun) {
    String plural = noun.endsWith("s") ? noun + "es" : noun + "s";
    return number(number) + ' ' + (number == 1 ? noun : plural);
  }

  /** {@code 12 classes}, {@code 12 classes, 1 failed}. */
  public static String classes(long classes, long failed) {
    return count(classes, "class") + (failed == 0 ? "" : ", " + number(failed) + " failed");
  }

  /** {@code 56,827}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 0.012 s}, {@code 7.4 s}, {@code 1m 25s}, {@code 2h 03m}. */
  public static String time(Duration time) {
    long millis = Math.max(0, time.toMillis());
    if (millis < 1_000) {
      return String.format(Locale.ROOT, "%.3f s", millis / 1_000.0);
    }
    // 59.96 s would be written as 60.0 s
    if (millis < 59_950) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
    }
    return clock(time);
  }

  /** Whole seconds: {@code 7s}, {@code 1m 25s}, {@code 2h 03m}. */
  public static String clock(Duration time) {
    long seconds = Math.max(0, (time.toMillis() + 500) / 1_000);
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3_600) {
      return String.format(Locale.ROOT, "%dm %02ds", seconds / 60, seconds % 60);
    }
    return String.format(Locale.ROOT, "%dh %02dm", seconds / 3_600, seconds / 60 % 60);
  }
}
