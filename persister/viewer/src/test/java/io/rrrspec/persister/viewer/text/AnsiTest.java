package io.rrrspec.persister.viewer.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.persister.viewer.text.Ansi.Span;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnsiTest {
  @Test
  void coloursAndWeightsBecomeLooksThatEndWhereTheyAreReset() {
    assertThat(Ansi.lines("a\u001b[31mred\u001b[0m b\u001b[1;92mgreen\u001b[22;39mc\n\nlast"))
        .containsExactly(
            List.of(
                new Span("a", ""),
                new Span("red", "ansi-red"),
                new Span(" b", ""),
                new Span("green", "ansi-bold ansi-green"),
                new Span("c", "")),
            List.of(),
            List.of(new Span("last", "")));
  }

  @Test
  void aColourGoesOnInTheNextLine() {
    assertThat(Ansi.lines("\u001b[33mone\ntwo"))
        .containsExactly(
            List.of(new Span("one", "ansi-yellow")), List.of(new Span("two", "ansi-yellow")));
  }

  @Test
  void coloursOfAPaletteAreNoCodesOfTheirOwn() {
    assertThat(Ansi.lines("\u001b[38;5;1ma\u001b[48;2;31;32;33mb\u001b[38;5;9;1mc"))
        .containsExactly(List.of(new Span("a", ""), new Span("b", ""), new Span("c", "ansi-bold")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b[2J\u001b[Hx",
        "\u001b]0;title\u0007x",
        "\u001b]8;;http://example.com\u001b\\x",
        "\u001b(x",
        "\u0000\u0007\bx\r",
        "\u009bx",
        "x\u001b",
        "x\u001b[",
        "x\u001b[999999999999",
        "x\u001b]never ends",
      })
  void allElseIsLeftOut(String text) {
    assertThat(
            Ansi.lines(text).stream()
                .flatMap(List::stream)
                .map(Span::text)
                .reduce("", String::concat))
        .isEqualTo("x");
  }

  @Test
  void nothingIsNoLine() {
    assertThat(Ansi.lines("")).isEmpty();
  }
}
