package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class RunWayTest {
  @ParameterizedTest
  @EnumSource
  void itsTextIsReadAgain(RunWay.Kind kind) {
    RunWay way = new RunWay(kind, 16);
    assertThat(RunWay.parse(way.text())).isEqualTo(way);
  }

  @Test
  void itsTextIsThatOfTheRecord() {
    assertThat(new RunWay(RunWay.Kind.PLAIN, 2).text()).isEqualTo("plain 2");
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {"plain", "plain 0", "plain -1", "plain 2 3", "PLAIN 2", "plain x", "plain 123456"})
  void whatIsNoneIsNotRead(String text) {
    assertThat(RunWay.parse(text)).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 100_001})
  void aMachineHasProcessors(int processors) {
    assertThatThrownBy(() -> new RunWay(RunWay.Kind.PLAIN, processors))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not " + processors);
  }
}
