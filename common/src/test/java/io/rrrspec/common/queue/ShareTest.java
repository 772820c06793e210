package io.rrrspec.common.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShareTest {
  @Test
  void itIsANumberOfWorkersOrPerCent() {
    assertThat(Share.parse("3")).isEqualTo(new Share(3, false));
    assertThat(Share.parse("30%")).isEqualTo(new Share(30, true));
    assertThat(Share.parse("30%").of(10)).isEqualTo(3.0);
    assertThat(Share.parse("100%").text()).isEqualTo("100%");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "101%", "3 %", "1.5", "many", "12345678"})
  void whatIsNoneIsNamed(String text) {
    assertThatThrownBy(() -> Share.parse(text))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "'" + text + "' is no share: write a number of workers (3) or per cent of them (30%)");
  }
}
