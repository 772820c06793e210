package io.rrrspec.persister.web.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was expected and what came, where a failure's message says so, and where the two differ.
 *
 * @param before what both begin with
 * @param expected the part that was expected
 * @param actual the part that came instead
 * @param after what both end with
 */
public record Diff(String before, String expected, String actual, String after) {
  /** Longer messages are not searched: a page has many. */
  private static final int LONGEST = 20_000;

  private static final Pattern[] FORMS = {
    // JUnit: expected: <a> but was: <b>
    Pattern.compile("expected: ?<(.*)> but was: ?<(.*)>", Pattern.DOTALL),
    // JUnit 4 for texts: expected:<a[b]c> but was:<a[d]c>
    Pattern.compile("expected:<(.*)> but was:<(.*)>", Pattern.DOTALL),
    // AssertJ
    Pattern.compile("expected: (.*?)\\n\\s*but was: (.*)", Pattern.DOTALL),
    // TestNG
    Pattern.compile("expected \\[(.*)] but found \\[(.*)]", Pattern.DOTALL),
  };

  /** Reads a message; empty if it compares nothing. */
  public static Optional<Diff> of(String message) {
    if (message.length() > LONGEST) {
      return Optional.empty();
    }
    for (Pattern form : FORMS) {
      Matcher matcher = form.matcher(message);
      if (matcher.find()) {
        return Optional.of(between(matcher.group(1).strip(), matcher.group(2).strip()));
      }
    }
    return Optional.empty();
  }

  private static Diff between(String expected, String actual) {
    int most = Math.min(expected.length(), actual.length());
    int before = 0;
    while (before < most && expected.charAt(before) == actual.charAt(before)) {
      before++;
    }
    // Not in the middle of a character.
    if (before > 0 && Character.isHighSurrogate(expected.charAt(before - 1))) {
      before--;
    }
    int after = 0;
    while (after < most - before
        && expected.charAt(expected.length() - 1 - after)
            == actual.charAt(actual.length() - 1 - after)) {
      after++;
    }
    if (after > 0 && Character.isLowSurrogate(expected.charAt(expected.length() - after))) {
      after--;
    }
    return new Diff(
        expected.substring(0, before),
        expected.substring(before, expected.length() - after),
        actual.substring(before, actual.length() - after),
        expected.substring(expected.length() - after));
  }
}
