package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetupWishesTest {
  @Test
  void envIsAnObjectOfTexts() {
    assertThat(SetupWishes.parseEnvironment("{\"A\":\"1\",\"b_2\":\"\"}"))
        .isEqualTo(Map.of("A", "1", "b_2", ""));
    assertThat(SetupWishes.parseEnvironment("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{",
        "1",
        "{\"A\":1}",
        "{\"A=B\":\"x\"}",
        "{\"\":\"x\"}",
        "{\"A\":\"\\u0000\"}"
      })
  void anythingElseIsNamed(String json) {
    assertThatThrownBy(() -> SetupWishes.parseEnvironment(json))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("the env of the taskset cannot be used: ");
  }
}
