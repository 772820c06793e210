package io.rrrspec.common.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How disciplines are written. */
class DisciplineTest {
  @Test
  void theyAreReadAsTheyAreShown() {
    assertThat(Discipline.parse("fifo")).isEqualTo(Discipline.FIFO);
    assertThat(Discipline.parse("set").window()).isEqualTo(Duration.ofSeconds(60));
    for (String text : new String[] {"fifo", "set 1", "set 60", "set 2592000"}) {
      assertThat(Discipline.parse(text).text()).isEqualTo(text);
    }
    assertThat(Discipline.parse(" set   5 ").text()).isEqualTo("set 5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "FIFO",
        "fifo 1",
        "set 0",
        "set -1",
        "set 2592001",
        "set 1.5",
        "set 1 2",
        "lifo"
      })
  void anythingElseIsRefusedWithWhatToWrite(String text) {
    assertThatThrownBy(() -> Discipline.parse(text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(": write ");
  }
}
