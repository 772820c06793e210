package io.rrrspec.common.model;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.json.PlainJson;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the trial of a {@link ClassPart} says about the split. The parts of a class are the class if
 * their digests and {@code whole} are equal, and {@code given} and {@code ran} both sum up to
 * {@code whole}.
 *
 * <p>What is counted are tests as discovery finds them: a method, or one with its parameters, which
 * makes several tests only when it runs.
 *
 * @param whole how many tests the whole class has behind the build's own filters; 0 or more
 * @param digest {@value #DIGEST} hexadecimal digits that stand for the ids of these tests, whatever
 *     their order; empty if a refusal came before discovery
 * @param given how many of them belong to the part; 0 to {@code whole}
 * @param ran how many of those have ended, be it that they were skipped; 0 to {@code given}
 * @param refused why the class cannot be split, in one line; null if it can
 */
public record PartReport(int whole, String digest, int given, int ran, @Nullable String refused) {
  /** How many digits a digest has. */
  public static final int DIGEST = 32;

  /** What the reason of a trial begins with if its slave has refused to run a part of the class. */
  public static final String REFUSED = "refused: ";

  private static final int LONGEST_LINE = 300;
  private static final int LONGEST_TEXT = 10_000;
  private static final Pattern DIGITS = Pattern.compile("(?:[0-9a-f]{32})?");

  public PartReport {
    if (ran < 0 || given < ran || whole < given) {
      throw new IllegalArgumentException(
          "a part has " + given + " of " + whole + " tests, and " + ran + " of them ran");
    }
    if (!DIGITS.matcher(digest).matches()) {
      throw new IllegalArgumentException(
          "a digest has " + DIGEST + " hexadecimal digits: '" + line(digest) + "'");
    }
    refused = refused == null ? null : line(refused);
  }

  /** A refusal before anything was discovered. */
  public static PartReport refused(String why) {
    return new PartReport(0, "", 0, 0, why);
  }

  /** The same with a refusal. */
  public PartReport withRefused(String why) {
    return new PartReport(whole, digest, given, ran, why);
  }

  /** Makes a text one line that is not too long. */
  static String line(@Nullable String text) {
    if (text == null) {
      return "";
    }
    int end = Math.min(text.length(), LONGEST_LINE);
    if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    StringBuilder line = new StringBuilder(end + 1);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      line.append(Character.isISOControl(c) ? ' ' : c);
    }
    return end < text.length() ? line.append('…').toString() : line.toString();
  }

  /**
   * Reads what {@link #text} has written.
   *
   * @throws ServiceException if it is anything else
   */
  public static PartReport parse(String text) {
    try {
      if (text.length() > LONGEST_TEXT) {
        throw new IOException("it has " + text.length() + " characters");
      }
      PlainJson json = PlainJson.parse(text);
      return new PartReport(
          Math.toIntExact(json.number("whole")),
          json.text("digest"),
          Math.toIntExact(json.number("given")),
          Math.toIntExact(json.number("ran")),
          json.textIfAny("refused"));
    } catch (IOException | IllegalArgumentException | ArithmeticException e) {
      throw new ServiceException(
          "the report on a part of a class cannot be read (" + line(e.getMessage()) + ")", e);
    }
  }

  /** Writes it as one line of JSON; without {@code refused} if that is null. */
  public String text() {
    return PlainJson.write(
        json -> {
          json.writeNumberField("whole", whole);
          json.writeStringField("digest", digest);
          json.writeNumberField("given", given);
          json.writeNumberField("ran", ran);
          if (refused != null) {
            json.writeStringField("refused", refused);
          }
        });
  }
}
