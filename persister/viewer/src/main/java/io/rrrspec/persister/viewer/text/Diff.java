package io.rrrspec.persister.viewer.text;

import java.util.List;
import java.util.Optional;

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

  /**
   * The words of the usual libraries. They are searched for as texts, not by a regular expression:
   * a message comes from a test, and must not decide how long a page takes.
   */
  private static final List<Form> FORMS =
      List.of(
          // JUnit: expected: <a> but was: <b>
          new Form("expected: <", "> but was: <", ">"),
          // JUnit 4 for texts: expected:<a[b]c> but was:<a[d]c>
          new Form("expected:<", "> but was:<", ">"),
          // TestNG
          new Form("expected [", "] but found [", "]"));

  private static final String ASSERTJ_EXPECTED = "expected: ";
  private static final String ASSERTJ_ACTUAL = "but was: ";

  /**
   * Texts around the two values.
   *
   * @param before stands before what was expected
   * @param between stands between the two
   * @param after stands behind what came
   */
  private record Form(String before, String between, String after) {
    Optional<Diff> in(String message) {
      int begin = message.indexOf(before);
      int end = message.lastIndexOf(after);
      // Values may contain these words: the last place is where the longest expected value ends.
      int middle = message.lastIndexOf(between, end - between.length());
      if (begin < 0 || middle < begin + before.length()) {
        return Optional.empty();
      }
      return Optional.of(
          Diff.between(
              message.substring(begin + before.length(), middle),
              message.substring(middle + between.length(), end)));
    }
  }

  /** Reads a message; empty if it compares nothing. */
  public static Optional<Diff> of(String message) {
    if (message.length() > LONGEST) {
      return Optional.empty();
    }
    return FORMS.stream()
        .map(form -> form.in(message))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> ofAssertJ(message));
  }

  /** AssertJ writes the two values in lines of their own. */
  private static Optional<Diff> ofAssertJ(String message) {
    int begin = message.indexOf(ASSERTJ_EXPECTED);
    if (begin < 0) {
      return Optional.empty();
    }
    begin += ASSERTJ_EXPECTED.length();
    for (int at = message.indexOf(ASSERTJ_ACTUAL, begin);
        at >= 0;
        at = message.indexOf(ASSERTJ_ACTUAL, at + 1)) {
      // Only blanks may stand between the line's beginning and these words.
      int blank = at;
      while (blank > begin && Character.isWhitespace(message.charAt(blank - 1))) {
        blank--;
      }
      if (message.substring(blank, at).contains("\n")) {
        return Optional.of(
            Diff.between(
                message.substring(begin, blank), message.substring(at + ASSERTJ_ACTUAL.length())));
      }
    }
    return Optional.empty();
  }

  private static Diff between(String wanted, String came) {
    String expected = wanted.strip();
    String actual = came.strip();
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
