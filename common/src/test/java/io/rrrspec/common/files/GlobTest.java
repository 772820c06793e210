package io.rrrspec.common.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A glob means what the regular expression means that says the same, and takes no longer. */
class GlobTest {
  private static final int PAIRS = 200_000;
  private static final int LENGTH = 20_000;

  /** Every character is read once, and one time more where it might be half of a pair. */
  private static final int LOOKS_PER_CHARACTER = 4;

  /** The same in the language of regular expressions; a separator of 0 is none. */
  private static Pattern regex(String glob, char separator) {
    String one = separator == 0 ? "." : "[^" + separator + "]";
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (separator != 0 && glob.startsWith("**" + separator, i)) {
        regex.append("(?:.*\\").append(separator).append(")?");
        i += 2;
      } else if (glob.startsWith("**", i)) {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        regex.append(one).append('*');
      } else if (c == '?') {
        regex.append(one);
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static String drawn(SplittableRandom random, String of, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i > 0; i--) {
      text.append(of.charAt(random.nextInt(of.length())));
    }
    return text.toString();
  }

  @Test
  void itMeansWhatARegularExpressionWould() {
    SplittableRandom random = new SplittableRandom(1);
    int matching = 0;
    for (int i = 0; i < PAIRS; i++) {
      char separator = "\0/.".charAt(random.nextInt(3));
      String own = separator == 0 ? "/" : String.valueOf(separator);
      String glob = drawn(random, "***?ab" + own, 9);
      String text = drawn(random, "ab\n" + own, 9);
      boolean matches = (separator == 0 ? Glob.of(glob) : Glob.of(glob, separator)).matches(text);
      assertThat(matches)
          .as("'%s' '%s' '%s'", glob, text, own)
          .isEqualTo(regex(glob, separator).matcher(text).matches());
      matching += matches ? 1 : 0;
    }
    assertThat(matching).isBetween(PAIRS / 20, PAIRS - PAIRS / 20);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*a*a*a*a*a*a*a*a*a*a*b",
        "**/a**/a**/a**/a**/a**/a**/b",
        "a**a**a**a**a**a**a**a**b",
        "*?*?*?*?*?*?*?*?*?b",
        "********************b"
      })
  void everyCharacterIsLookedAtOnce(String glob) {
    for (Glob of : List.of(Glob.of(glob), Glob.of(glob, '/'), Glob.of(glob, '.'))) {
      Counted text = new Counted("a".repeat(LENGTH));
      assertThat(of.matches(text)).isFalse();
      assertThat(text.looks).isLessThanOrEqualTo(LOOKS_PER_CHARACTER * LENGTH);
    }
  }

  /** Each place of the pattern once for each character: some 40 million looks, not 10^11. */
  @ParameterizedTest
  @ValueSource(strings = {"*", "*/", "**/", "*a", "?*", "***/*"})
  void aPatternOfStarsTakesNoLongerForEachCharacter(String part) {
    String glob = part.repeat(10_000 / part.length()) + "b";
    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () -> assertThat(Glob.of(glob, '/').matches("a".repeat(4_000))).isFalse());
  }

  @Test
  void textsMayHaveAnythingBetweenThem() {
    Glob glob = Glob.ofTexts(List.of("adds ", " and *"));
    assertThat(glob.matches("adds 1 and *")).isTrue();
    assertThat(glob.matches("adds  and *")).isTrue();
    assertThat(glob.matches("adds 1 and 2")).isFalse();
    assertThat(Glob.ofTexts(List.of("a?")).matches("ab")).isFalse();
  }

  /** Counts how often it is looked at. */
  private static final class Counted implements CharSequence {
    private final String text;
    private long looks;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++looks > 100L * LENGTH) {
        throw new AssertionError("it goes back and tries again");
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
