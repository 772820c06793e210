package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Surefire 3.5.3's GroupMatcherParser gave the answers that are expected here. */
class GroupExpressionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Slow; Slow; true",
        "Slow.class; Slow; true",
        "Slow; ''; false",
        "Slow, Fast; Fast; true",
        "Slow OR Fast; Fast; true",
        "slow or fast; fast; true",
        "Slow && Fast; Slow; false",
        "Slow && Fast; Slow Fast; true",
        "Slow AND NOT Fast; Slow Fast; false",
        "!Fast; Slow; true",
        "!Fast; ''; true",
        "!(Fast || Slow); Slow; false",
        "Slow && (Fast || !Never); Slow; true",
        "Slow || Fast && Never; Slow; true",
        "Slow || Fast && Never; Fast; false",
        "Fast && Never || Slow; Slow; false",
        "Slow,!Fast; other; true",
        "!Slow && Fast; other; false",
        "NOT Slow AND Fast; Fast; true",
        "Slow Fast; Fast; false",
        "Slow &&; Slow; true",
        "Slow); Slow; true",
        "a-b; a-b; true",
        "a_b.c$d; a_b.c$d; true",
      })
  void an_expression_means_groups(String expression, String groups, boolean meant) {
    List<String> in = List.of(groups.split(" "));
    assertThat(GroupExpression.parse(expression).test(in::contains)).isEqualTo(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "(Slow", "Slow & Fast", "a|b", "[ab]", "!"})
  void what_is_none_is_refused(String expression) {
    assertThatThrownBy(() -> GroupExpression.parse(expression))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("groups cannot be read: " + expression);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "!", "a || ", "a && ", "(a || "})
  void whatWouldOverflowTheStackIsRefused(String part) {
    assertThatThrownBy(() -> GroupExpression.parse(part.repeat(50_000) + "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 1,000");
  }
}
