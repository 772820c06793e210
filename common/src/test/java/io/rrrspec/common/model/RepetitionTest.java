package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RepetitionTest {
  @Test
  void itsNameIsReadAsItWasWritten() {
    Repetition seventh = new Repetition("shop:a.CartTest@slow#tests", 7);
    assertThat(seventh.task()).isEqualTo("shop:a.CartTest@slow#tests#7");
    assertThat(Repetition.parse(seventh.task())).isEqualTo(seventh);
  }

  @Test
  void whatHasNoNumberIsNone() {
    assertThatThrownBy(() -> Repetition.parse("a.CartTest"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no repetition: a.CartTest");
  }
}
