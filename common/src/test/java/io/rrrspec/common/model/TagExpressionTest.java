package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TagExpressionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "fast             | fast          | true",
        "fast             | slow          | false",
        "!fast            | slow          | true",
        "db & !slow       | db            | true",
        "db&!slow         | db slow       | false",
        "\"a | b & c\"    | a             | true",
        "\"(a | b) & c\"  | a             | false",
        "\"a || b && c\"  | b c           | true",
        "a, b             | b             | true",
        "a, b & c         | b             | false",
        "any()            | a             | true",
        "none()           | a             | false",
        "com.shop.Slow    | com.shop.Slow | true",
        "anything         | anything      | true",
      })
  void operators_bind_as_on_the_JUnit_Platform(String text, String tags, boolean expected) {
    assertThat(TagExpression.parse(text).test(tags(tags.split(" ")))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''      ; a tag is missing at the beginning",
        "a &     ; a tag is missing behind '&'",
        "| a     ; a tag is missing at the beginning",
        "a !     ; an operator is missing before '!'",
        "a b     ; an operator is missing before 'b'",
        "(a      ; a ')' is missing",
        "a)      ; a '(' is missing",
        "!       ; a tag is missing behind '!'",
        "()      ; a tag is missing behind '('",
      })
  void what_is_no_expression_is_refused_in_few_words(String text, String why) {
    assertThatThrownBy(() -> TagExpression.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  private static TagExpression.Tags tags(String... names) {
    Set<String> all = Set.of(names);
    return new TagExpression.Tags() {
      @Override
      public boolean has(String name) {
        return all.contains(name);
      }

      @Override
      public boolean none() {
        return all.isEmpty();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "!", "a | ", "a & ", "(a | "})
  void whatWouldOverflowTheStackIsRefused(String part) {
    assertThatThrownBy(() -> TagExpression.parse(part.repeat(50_000) + "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 1,000");
  }
}
