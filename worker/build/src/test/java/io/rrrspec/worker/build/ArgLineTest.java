package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArgLineTest {
  @Test
  void isSplitAtWhiteSpaceOutsideOfQuotes() {
    assertThat(ArgLine.split(" -Xmx1g\n\t\"-Da=b c\" -Dd='e \"f\"' '' "))
        .containsExactly("-Xmx1g", "-Da=b c", "-Dd=e \"f\"", "");
    assertThat(ArgLine.split("  ")).isEmpty();
  }

  @Test
  void anOpenQuoteIsNamed() {
    assertThatThrownBy(() -> ArgLine.split("-Da='b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a quote is not closed in argLine: -Da='b");
  }
}
