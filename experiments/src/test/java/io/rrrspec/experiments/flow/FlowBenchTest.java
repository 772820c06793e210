package io.rrrspec.experiments.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All parts on a real Redis, with few tasks. */
class FlowBenchTest {
  @Tag("nightly")
  @Test
  void eachPartMeasuresWhatItSays() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FlowBenchMain.run(
        new String[] {"--children", "400", "--group", "300", "--tasks", "50", "--rounds", "1"},
        new PrintStream(bytes, true, StandardCharsets.UTF_8));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("| a group of 50 (idoit: 2) | ")
        .contains("| 60 | ")
        .contains("| 300 | ")
        .contains("| 100 | ")
        .contains("| 400 | ")
        .endsWith(
            "To repeat: scripts/flow-bench --children 400 --group 300 --tasks 50 --rounds 1\n");
  }
}
