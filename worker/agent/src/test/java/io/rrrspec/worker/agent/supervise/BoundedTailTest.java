package io.rrrspec.worker.agent.supervise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedTailTest {
  private static BoundedTail reading(int bytes, String text) {
    BoundedTail tail = new BoundedTail(bytes);
    byte[] written = text.getBytes(UTF_8);
    tail.append(written, written.length);
    return tail;
  }

  @Test
  void whatFitsIsKeptWhole() {
    assertThat(reading(10, "short").text()).isEqualTo("short");
    assertThat(reading(10, "short").end()).isEqualTo("short");
    assertThat(reading(4, "12345678").text()).isEqualTo("12345678");
  }

  @Test
  void theMiddleIsCutOutAndSaidSo() {
    assertThat(reading(3, "abc-MIDDLE-xyz").text()).isEqualTo("abc\n… 8 bytes left out …\nxyz");
    assertThat(reading(3, "abc-MIDDLE-xyz").end()).isEqualTo("xyz");
  }

  @Test
  void muchOutputTakesNoMoreThanTheBound() {
    BoundedTail tail = new BoundedTail(1_000);
    byte[] block = "0123456789".repeat(10_000).getBytes(UTF_8);
    for (int i = 0; i < 50; i++) {
      tail.append(block, block.length);
    }
    assertThat(tail.text()).hasSizeLessThan(2_100).contains("4998000 bytes left out");
  }
}
