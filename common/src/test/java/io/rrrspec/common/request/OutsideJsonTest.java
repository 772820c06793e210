package io.rrrspec.common.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutsideJsonTest {
  private static JsonNode read(String text) {
    return OutsideJson.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(byte[] utf8, String why) {
    assertThatThrownBy(() -> OutsideJson.read(utf8))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "[1,2.5,-3e2]", "\"\\ud83d\\ude00 ü\"", " null\n", "{\"a\":{\"a\":1}}"})
  void aValueIsRead(String text) {
    assertThat(read(text).isMissingNode()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          `` ~ it is empty
          ` ` ~ it is empty
          { ~ it breaks off, or a character is wrong (line 1, column 2)
          {"a": NaN} ~ it breaks off, or a character is wrong (line 1, column 10)
          {} {} ~ something follows the value (line 1, column 4)
          {"a":1,"b":2,"a":3} ~ a name comes twice in an object (line 1, column 17)
          ["\\ud800"] ~ a text has half of a character: \\ud800 to \\udfff come in pairs
          {"\\udc00":1} ~ it breaks off, or a character is wrong (line 1, column 9)
          {"\\ud800":1} ~ it breaks off, or a character is wrong (line 1, column 9)
          """)
  void whatIsNoJsonIsRefusedInOneLine(String text, String why) {
    assertRefused(text.getBytes(StandardCharsets.UTF_8), why);
  }

  @Test
  void otherBytesThanUtf8AreRefused() {
    assertRefused(new byte[] {'"', (byte) 0xff, '"'}, "it is not UTF-8");
  }

  @Test
  void aHundredLevelsAreTheMost() {
    assertThat(read("[".repeat(100) + "]".repeat(100)).isArray()).isTrue();
    assertRefused(
        "[".repeat(101).getBytes(StandardCharsets.UTF_8),
        "it is nested deeper than 100 levels, or a name or number is too long");
  }
}
