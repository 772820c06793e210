package io.rrrspec.common.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
  private final List<String> lines = new ArrayList<>();

  private void write(int longest, String text) {
    try (LineSplitter splitter = new LineSplitter(UTF_8, longest, lines::add)) {
      for (byte one : text.getBytes(UTF_8)) {
        splitter.write(one);
      }
    }
  }

  @Test
  void eachLineIsToldAndTheLastOneAtTheEnd() {
    write(10, "a\n\nbö\nlast");
    assertThat(lines).containsExactly("a", "", "bö", "last");
  }

  @Test
  void nothingIsToldOfAnEmptyStream() {
    write(10, "");
    assertThat(lines).isEmpty();
  }

  @Test
  void aProgressBarIsSeveralLines() {
    write(10, "10 %\r20 %\r\r30 %\n");
    assertThat(lines).containsExactly("10 %", "20 %", "30 %");
  }

  @Test
  void aLongLineIsCutWhateverItsCharactersTake() {
    write(4, "abcd\nabcde\n" + "€".repeat(5) + "\n" + "x".repeat(1_000) + "\nb");
    assertThat(lines).containsExactly("abcd", "abcd…", "€€€€…", "xxxx…", "b");
  }
}
