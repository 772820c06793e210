package io.rrrspec.persister.record.row;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlTextTest {
  @Test
  void ordinaryTextStaysTheSameObject() {
    String text = "com.foo.BarTest \uD83D\uDE00 é\n\t";
    assertThat(SqlText.clean(text)).isSameAs(text);
  }

  @Test
  void whatNoColumnTakesIsReplaced() {
    assertThat(SqlText.clean("a\0b\uD800c\uDC00")).isEqualTo("a\uFFFDb\uFFFDc\uFFFD");
  }

  @Test
  void aCutNeverLeavesHalfACharacter() {
    assertThat(SqlText.clean("ab\uD83D\uDE00", 3)).isEqualTo("ab\uFFFD");
    assertThat(SqlText.clean("x".repeat(2_000_000))).hasSize(SqlText.MAX_LENGTH);
  }
}
