package io.rrrspec.common.queue;

import io.rrrspec.common.UsageException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of workers of a group, as it is or in per cent of those that live.
 *
 * @param amount workers, 0 or more, or per cent, 0 to 100
 * @param percent whether it is per cent
 */
public record Share(int amount, boolean percent) {
  /** Nothing is guaranteed. */
  public static final Share NONE = new Share(0, false);

  /** All workers of the group. */
  public static final Share ALL = new Share(100, true);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,6})(%?)");

  public Share {
    if (amount < 0 || (percent && amount > 100)) {
      throw new IllegalArgumentException("no share: " + amount + (percent ? "%" : ""));
    }
  }

  /**
   * Reads {@code 3} or {@code 30%}.
   *
   * @throws UsageException if it is neither; the message says what to write instead
   */
  public static Share parse(String text) {
    Matcher m = TEXT.matcher(text);
    if (!m.matches() || (!m.group(2).isEmpty() && Integer.parseInt(m.group(1)) > 100)) {
      throw new UsageException(
          "'" + text + "' is no share: write a number of workers (3) or per cent of them (30%)");
    }
    return new Share(Integer.parseInt(m.group(1)), !m.group(2).isEmpty());
  }

  /** As {@link #parse} reads it. */
  public String text() {
    return amount + (percent ? "%" : "");
  }

  /** How many of so many workers that is, with a fraction. */
  public double of(int workers) {
    return percent ? workers * amount / 100.0 : amount;
  }
}
