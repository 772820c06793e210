package io.rrrspec.common.model;

import io.rrrspec.common.UsageException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flaky test for which somebody answers: until the end of a day its own failure does not make a
 * run red.
 *
 * @param test which one
 * @param owner who looks after it; never blank, at most {@link #LONGEST_OWNER} characters
 * @param reason why it is not mended at once; never blank, at most {@link #LONGEST_REASON}
 *     characters
 * @param until the last day of its quarantine, in UTC
 */
public record QuarantinedTest(TestMethod test, String owner, String reason, LocalDate until) {
  /** The longest name of an owner, in characters. */
  public static final int LONGEST_OWNER = 60;

  /** The longest reason, in characters. */
  public static final int LONGEST_REASON = 200;

  /** So many days a quarantine may last at most, counted from the day on which it is looked at. */
  public static final int MOST_DAYS = 90;

  /** So many it lasts if nobody says how long. */
  public static final int USUAL_DAYS = 30;

  /**
   * @throws UsageException if owner or reason is missing, too long, or more than one line
   */
  public QuarantinedTest {
    owner = line("owner", owner, LONGEST_OWNER, "write who looks after the test");
    reason = line("reason", reason, LONGEST_REASON, "write why the test is not mended at once");
  }

  private static String line(String what, String text, int longest, String advice) {
    String line = text.strip();
    if (line.isEmpty()) {
      throw new UsageException("the " + what + " is missing: " + advice);
    }
    if (line.length() > longest || line.chars().anyMatch(Character::isISOControl)) {
      throw new UsageException(
          "the " + what + " must be one line of at most " + longest + " characters");
    }
    return line;
  }

  /**
   * Reads a day.
   *
   * @throws UsageException if it is none, or more than {@link #MOST_DAYS} days away
   */
  public static LocalDate day(String text, LocalDate today) {
    LocalDate day;
    try {
      day = LocalDate.parse(text.strip());
    } catch (DateTimeException e) {
      throw new UsageException("'" + text + "' is no day: write it as " + today.plusDays(14), e);
    }
    if (day.isAfter(today.plusDays(MOST_DAYS))) {
      throw new UsageException(
          "a quarantine lasts at most "
              + MOST_DAYS
              + " days: write a day up to "
              + today.plusDays(MOST_DAYS)
              + ", not "
              + day);
    }
    return day;
  }

  /**
   * Reads the last day of a quarantine that begins now.
   *
   * @throws UsageException as {@link #day(String, LocalDate)}, and if it is over
   */
  public static LocalDate dayToCome(String text, LocalDate today) {
    LocalDate day = day(text, today);
    if (day.isBefore(today)) {
      throw new UsageException(
          "the quarantine would have ended on " + day + " already: write a day from today on");
    }
    return day;
  }

  /** Whether it is over. */
  public boolean hasEnded(LocalDate today) {
    return until.isBefore(today);
  }

  /**
   * What its owner should know; empty: nothing.
   *
   * @param streak how often in a row it has passed; null: nobody knows
   */
  public String advice(LocalDate today, @Nullable PassStreak streak) {
    if (hasEnded(today)) {
      return "ended: its failures count";
    }
    if (streak == null) {
      return "";
    }
    if (!streak.seen()) {
      return "no such test in the last " + PassStreak.RELEASE + " runs";
    }
    return streak.isReady() ? "passed " + PassStreak.RELEASE + " times in a row: release it" : "";
  }

  /** What reports say of a failure: until when it is muted, or when that ended. */
  public String note(boolean muted) {
    return (muted ? "quarantined until " : "its quarantine ended on ")
        + until
        + " ("
        + owner
        + ": "
        + reason
        + ")";
  }

  /** One line that {@link #parse} reads. */
  public String text() {
    return String.join("\t", until.toString(), test.toString(), owner, reason);
  }

  /**
   * Reads such a line.
   *
   * @throws RuntimeException if it is none
   */
  public static QuarantinedTest parse(String text) {
    List<String> parts = Arrays.asList(text.split("\t", -1));
    return new QuarantinedTest(
        TestMethod.parse(parts.get(1)), parts.get(2), parts.get(3), LocalDate.parse(parts.get(0)));
  }
}
