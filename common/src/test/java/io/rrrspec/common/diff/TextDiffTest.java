package io.rrrspec.common.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextDiffTest {
  /** One text a line, with [marks] around what differs. */
  private static List<String> drawn(String expected, String actual) {
    return TextDiff.of(expected, actual).stream().map(TextDiffTest::drawn).toList();
  }

  private static String drawn(DiffLine line) {
    String sign =
        switch (line.side()) {
          case BOTH -> "  ";
          case EXPECTED -> "- ";
          case ACTUAL -> "+ ";
          case LEFT_OUT -> "… ";
        };
    return line.spans().stream()
        .map(span -> span.marked() ? "[" + span.text() + "]" : span.text())
        .collect(Collectors.joining("", sign, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "the old cart is full   | the new cart is full | - the [old] cart is full | + the [new] cart is full",
        "true                   | false                | - [true]                 | + [false]",
        "10                     | 100                  | - [10]                   | + [100]",
        "1.5                    | 1.25                 | - [1.5]                  | + [1.25]",
        "-3                     | 3                    | - [-3]                   | + [3]",
        "1.0E-5                 | 1.0E+5               | - [1.0E-5]               | + [1.0E+5]",
        "Cart[items=3, sum=4.50] | Cart[items=3, sum=4.75] | - Cart[items=3, sum=[4.50]]"
            + " | + Cart[items=3, sum=[4.75]]",
        "a\ud83d\ude00z         | a\ud83d\ude01z       | - a[\ud83d\ude00]z       | + a[\ud83d\ude01]z",
        "nothing in common here | quite another thing!  | - [nothing in common here] | + [quite another thing!]",
      })
  void wordsAreMarkedAndNumbersAreWhole(String expected, String actual, String minus, String plus) {
    assertThat(drawn(expected, actual)).containsExactly(minus, plus);
  }

  @Test
  void ofEqualLinesThoseNearADifferenceStay() {
    List<String> lines = IntStream.range(0, 20).mapToObj(i -> "line " + i).toList();
    String expected = String.join("\n", lines);
    assertThat(drawn(expected, expected.replace("line 9\n", "line nine\n") + "\nmore"))
        .containsExactly(
            "… 7 equal lines",
            "  line 7",
            "  line 8",
            "- line [9]",
            "+ line [nine]",
            "  line 10",
            "  line 11",
            "… 6 equal lines",
            "  line 18",
            "  line 19",
            "+ [more]");
  }

  @Test
  void anEmptyTextAndOneThatEndsInALineEndDiffer() {
    assertThat(drawn("", "x")).containsExactly("- ", "+ [x]");
    assertThat(drawn("a\n", "a")).containsExactly("  a", "- ");
    assertThat(drawn("a", "a")).containsExactly("  a");
  }

  @Test
  void longTextsAreComparedCoarselyAndNotForLong() {
    String one = IntStream.range(0, 2_000).mapToObj(i -> "a" + i).collect(Collectors.joining("\n"));
    String other = one.replace("a1\n", "b1\n").replace("a1998\n", "b1998\n");
    List<DiffLine> lines = TextDiff.of(one, other);
    assertThat(lines.get(0).text()).isEqualTo("a0");
    assertThat(lines.get(lines.size() - 1).text()).isEqualTo("a1999");
    assertThat(lines).hasSize(1 + 2 * 1_998 + 1);
  }
}
