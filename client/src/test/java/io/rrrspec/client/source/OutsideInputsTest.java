package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutsideInputsTest {
  @TempDir Path sent;

  @Test
  void whatIsNotSentIsNamedInOneLine() throws IOException {
    assertThat(OutsideInputs.warning(sent)).as("never prepared").isEmpty();
    Path notes = Files.createDirectories(sent.resolve(".rrrspec")).resolve("outside");
    Files.write(notes, List.of(sent + "/.idea/x"));
    assertThat(OutsideInputs.warning(sent)).isEmpty();

    Files.write(notes, List.of("/shared/a", "/shared/b", "/shared/c", "/shared/d"));
    assertThat(OutsideInputs.warning(sent))
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .startsWith(
                        "warning: the build reads /shared/a, /shared/b, /shared/c and 1 more from"
                            + " outside of the sources that are sent: ")
                    .doesNotContain("\n"));
  }
}
