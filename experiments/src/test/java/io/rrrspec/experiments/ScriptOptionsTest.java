package io.rrrspec.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptOptionsTest {
  private static ScriptOptions parse(String... args) {
    return ScriptOptions.parse(List.of(args), List.of("--runs", "--database"), List.of("--plans"));
  }

  @Test
  void whatIsGivenIsFoundAndTheRestHasItsDefault() {
    ScriptOptions options = parse("--plans", "--runs", "7");
    assertThat(options.has("--plans")).isTrue();
    assertThat(options.number("--runs", 1, 1)).isEqualTo(7);
    assertThat(options.count("--database", 3, 1)).isEqualTo(3);
    assertThat(options.text("--database")).isNull();
  }

  @Test
  void aMistakeIsNamed() {
    assertThatThrownBy(() -> parse("--run", "7")).hasMessage("unknown option '--run'");
    assertThatThrownBy(() -> parse("7")).hasMessage("unknown option '7'");
    assertThatThrownBy(() -> parse("--runs")).hasMessage("--runs needs a value");
    assertThatThrownBy(() -> parse("--runs", "many").parseNumber("--runs", 1, 1))
        .hasMessage("--runs is 'many': write a whole number, 1 or more");
    assertThatThrownBy(() -> parse("--runs", "0").parseNumber("--runs", 1, 1))
        .hasMessage("--runs is '0': write a whole number, 1 or more");
  }
}
