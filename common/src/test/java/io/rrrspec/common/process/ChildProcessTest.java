package io.rrrspec.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
  /** Who reads may be slow: the processors are busy with tests. */
  @Test
  void whatItHasWrittenCanBeReadAfterItWasKilled() throws Exception {
    ChildProcess group = ChildProcess.bash("seq 1 5000", new ProcessBuilder());
    assertThat(group.onExit().join()).isZero();
    group.kill();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(group.output(), StandardCharsets.UTF_8))) {
      assertThat(lines.lines()).hasSize(5000).endsWith("5000");
    }
  }
}
