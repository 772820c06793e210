package io.rrrspec.common.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** How a line is taken apart. */
class WordsTest {
  @Test
  void wordsAreSeparatedByBlanksAndTabs() {
    Words words = new Words("  queue\t push  a ", "usage");
    assertThat(words.nextOrNull()).isEqualTo("queue");
    assertThat(words.next("VERB")).isEqualTo("push");
    assertThat(words.next("NAME")).isEqualTo("a");
    assertThat(words.nextOrNull()).isNull();
    words.end();
    assertThatThrownBy(() -> words.next("MODULE")).hasMessage("MODULE is missing: write usage");
  }

  @Test
  void theRestIsTakenAsItIs() {
    Words words = new Words("a  b\t 'c  d' ", "usage");
    words.nextOrNull();
    assertThat(words.rest("JOB")).isEqualTo(" b\t 'c  d' ");
    assertThatThrownBy(() -> words.rest("JOB")).hasMessage("JOB is missing: write usage");
  }

  @Test
  void aRestOfBlanksIsNone() {
    Words words = new Words("a  \t ", "usage");
    words.nextOrNull();
    assertThatThrownBy(() -> words.rest("JOB")).hasMessage("JOB is missing: write usage");
  }

  @Test
  void nothingMayFollowTheEnd() {
    Words words = new Words("a b", "usage");
    words.nextOrNull();
    assertThatThrownBy(words::end).hasMessage("'b' is too much: write usage");
  }

  @Test
  void aWordIsBounded() {
    assertThat(new Words("x".repeat(200), "usage").nextOrNull()).hasSize(200);
    assertThatThrownBy(() -> new Words("x".repeat(60_000), "usage").nextOrNull())
        .hasMessage(
            "the word '" + "x".repeat(40) + "...' is longer than 200 characters: write usage");
  }
}
