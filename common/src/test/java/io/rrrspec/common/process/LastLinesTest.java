package io.rrrspec.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastLinesTest {
  @Test
  void theLastLinesAreKeptWithoutBlankOnes() {
    LastLines last = new LastLines(2, 100);
    assertThat(last.text()).isEmpty();
    for (String line : new String[] {"a", "b", "", "  ", "c"}) {
      last.add(line);
    }
    assertThat(last.text()).isEqualTo("b\nc");
  }

  @Test
  void longLinesLeaveRoomForFewerOfThem() {
    LastLines last = new LastLines(10, 5);
    last.add("abc");
    last.add("def");
    assertThat(last.text()).isEqualTo("def");
    last.add("longer than all");
    assertThat(last.text()).as("at least one").isEqualTo("longer than all");
  }
}
