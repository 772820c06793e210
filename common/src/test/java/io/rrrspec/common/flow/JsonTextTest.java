package io.rrrspec.common.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.FloatNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code JSON.stringify} of Node 20 gave for each value. */
class JsonTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "0 0",
        "-0.0 0",
        "1.0 1",
        "-1.5 -1.5",
        "0.1 0.1",
        "0.000001 0.000001",
        "0.00000123 0.00000123",
        "0.0000001 1e-7",
        "-0.000000123 -1.23e-7",
        "100000000000000000000 100000000000000000000",
        "123456789012345680000 123456789012345680000",
        "1e21 1e+21",
        "1.5e300 1.5e+300",
        "1.7976931348623157e308 1.7976931348623157e+308",
        "5e-324 5e-324",
        "4.9e-324 5e-324",
        "1e23 1e+23",
        "2e23 2e+23",
        "9.5e-322 9.5e-322",
        "2.2250738585072014E-308 2.2250738585072014e-308",
        "9007199254740993.0 9007199254740992",
        "5e15 5000000000000000",
        "2.0E-3 0.002",
        "1.0E23 1e+23",
        "8.41E21 8.41e+21",
        "2.2E-322 2.2e-322",
        "156849630611747.875 156849630611747.88",
        "-999999999999999.75 -999999999999999.8"
      })
  void aNumberHasTheShortestDigits(double value, String text) {
    assertThat(JsonText.of(DoubleNode.valueOf(value))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "9007199254740992 9007199254740992",
        "9007199254740993 9007199254740992",
        "-9007199254740993 -9007199254740992",
        "9223372036854775807 9223372036854776000",
        "-9223372036854775808 -9223372036854776000"
      })
  void aLongIntegerIsTheNextDouble(long value, String text) {
    assertThat(JsonText.of(LongNode.valueOf(value))).isEqualTo(text);
  }

  @Test
  void whatNodeHasNoNumberForIsNull() {
    assertThat(JsonText.of(DoubleNode.valueOf(Double.NaN))).isEqualTo("null");
    assertThat(JsonText.of(DoubleNode.valueOf(Double.NEGATIVE_INFINITY))).isEqualTo("null");
    assertThat(JsonText.of(JsonNodeFactory.instance.numberNode(BigInteger.TEN.pow(400))))
        .isEqualTo("null");
  }

  @Test
  void aFloatIsTheDoubleThatItIs() {
    assertThat(JsonText.of(FloatNode.valueOf(0.1f))).isEqualTo("0.10000000149011612");
  }

  @Test
  void stringsHaveTheEscapesOfNode() {
    assertThat(JsonText.of("a\"b\\c/d")).isEqualTo("\"a\\\"b\\\\c/d\"");
    assertThat(JsonText.of("\b\f\n\r\t")).isEqualTo("\"\\b\\f\\n\\r\\t\"");
    assertThat(JsonText.of("\u0000\u000b\u001f\u007f"))
        .isEqualTo("\"\\u0000\\u000b\\u001f\u007f\"");
    assertThat(JsonText.of("\u2028\u2029\u00e4")).isEqualTo("\"\u2028\u2029\u00e4\"");
  }

  @Test
  void halfOfASurrogatePairIsEscaped() {
    assertThat(JsonText.of("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
    assertThat(JsonText.of("a\ud83d")).isEqualTo("\"a\\ud83d\"");
    assertThat(JsonText.of("\ude00\ud83d")).isEqualTo("\"\\ude00\\ud83d\"");
    assertThat(JsonText.of("\ud83d\ud83d\ude00\ude00")).isEqualTo("\"\\ud83d\ud83d\ude00\\ude00\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "[]",
        "{}",
        "[1,[2,{\"a\":[]}],\"\"]",
        "{\"b\":1,\"a\":{\"\":null,\"c\":[false]}}"
      })
  void whatIsReadIsWrittenAlike(String text) {
    JsonNode value = JsonText.parse(text);
    assertThat(JsonText.of(value)).isEqualTo(text);
  }

  /** Node reads a command, and removes it by what it would write itself. */
  @Test
  void namesThatLookLikeAnIndexComeFirst() {
    JsonNode value =
        JsonText.parse(
            "{\"b\":1,\"10\":2,\"9\":3,\"01\":4,\"-1\":5,\"4294967295\":6,\"4294967294\":7,\"0\":8}");
    assertThat(JsonText.of(value))
        .isEqualTo(
            "{\"0\":8,\"9\":3,\"10\":2,\"4294967294\":7,\"b\":1,\"01\":4,\"-1\":5,\"4294967295\":6}");
  }

  @Test
  void bytesAreText() {
    assertThat(JsonText.of(JsonNodeFactory.instance.binaryNode(new byte[] {1, 2, 3})))
        .isEqualTo("\"AQID\"");
  }

  @Test
  void aStringIsWrittenAlikeAsAValueAndAlone() {
    assertThat(JsonText.of(TextNode.valueOf("x\n"))).isEqualTo(JsonText.of("x\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "1 2", "'a'"})
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> JsonText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no JSON: ");
  }
}
