package io.rrrspec.worker.agent.supervise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class SlaveOutputTest {
  private final SlaveOutput output =
      new SlaveOutput(1_000, InstantSource.fixed(Instant.parse("2013-07-11T15:43:36Z")));

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  @Test
  void itsLogHasTimeAndStreamInFrontOfEachLine() {
    output.drain(text("+ exec slave\nLoading: x.rb"), "ERR");
    output.drain(text("hello\r\n\n"), "OUT");

    assertThat(output.log())
        .isEqualTo(
            "2013-07-11 15:43:36 ERR + exec slave\n"
                + "2013-07-11 15:43:36 ERR Loading: x.rb\n"
                + "2013-07-11 15:43:36 OUT hello\n"
                + "2013-07-11 15:43:36 OUT\n");
  }

  @Test
  void itsLastWordsAreAsItWroteThem() {
    output.drain(text("a\nlast words"), "OUT");
    assertThat(output.lastWords()).isEqualTo("a\nlast words");
  }

  @Test
  void whateverItWritesItStaysSmall() {
    String line = "0123456789".repeat(1_000);
    for (int i = 0; i < 100; i++) {
      output.drain(text(line + "\n" + line), "OUT");
    }
    assertThat(output.log()).hasSizeLessThan(2_100).contains("bytes left out");
  }
}
