package io.rrrspec.worker.agent.supervise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class SlaveOutputTest {
  private final SlaveOutput output =
      new SlaveOutput(1_000, InstantSource.fixed(Instant.parse("2013-07-11T15:43:36Z")));

  private void write(String text, String stream) {
    try (OutputStream to = output.stream(stream)) {
      to.write(text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void itsLogHasTimeAndStreamInFrontOfEachLine() {
    write("+ exec slave\nLoading: x.rb", "ERR");
    write("hello\r\n\n", "OUT");

    assertThat(output.log())
        .isEqualTo(
            "2013-07-11 15:43:36 ERR + exec slave\n"
                + "2013-07-11 15:43:36 ERR Loading: x.rb\n"
                + "2013-07-11 15:43:36 OUT hello\n"
                + "2013-07-11 15:43:36 OUT\n");
  }

  @Test
  void itsLastWordsAreAsItWroteThem() {
    write("a\nlast words", "OUT");
    assertThat(output.lastWords()).isEqualTo("a\nlast words");
  }

  @Test
  void whatToolsWriteAboutThemselvesIsNoTestsErrors() {
    write("+ cd work\n+ exec java Slave\nSLF4J(W): No SLF4J providers were found.\n", "ERR");
    write("SLF4J: Defaulting to no-operation\n+ 1 is what a test wrote\r\n\nlast", "ERR");
    assertThat(output.lastWords()).isEqualTo("+ 1 is what a test wrote\r\n\nlast");
    assertThat(output.log()).contains("ERR + exec java Slave", "ERR SLF4J(W): No SLF4J");
  }

  @Test
  void whateverItWritesItStaysSmall() {
    String line = "0123456789".repeat(1_000);
    for (int i = 0; i < 100; i++) {
      write(line + "\n" + line, "OUT");
    }
    assertThat(output.log()).hasSizeLessThan(2_100).contains("bytes left out");
  }
}
