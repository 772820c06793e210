package io.rrrspec.experiments.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FleetTableTest {
  @Test
  void aRowHasMediansAndRanges() {
    FleetTable table = new FleetTable();
    table.add(Stage.SAME, Mode.ON, new Measured(900, 4_000, 0, 0));
    table.add(Stage.SAME, Mode.ON, new Measured(500, 9_000, 2_000, 1));
    table.add(Stage.SAME, Mode.ON, new Measured(700, 5_000, 10, 0));
    table.add(Stage.COLD, Mode.OFF, new Measured(1_000, 2_000, 3, 1));

    assertThat(table.text().lines().skip(2))
        .containsExactly(
            "| cold: all workers empty | off | 1.0 (1.0 to 1.0) | 2.0 (2.0 to 2.0) | 3 (3 to 3) |"
                + " 1 (1 to 1) |",
            "| the same sources | on | 0.7 (0.5 to 0.9) | 5.0 (4.0 to 9.0) | 10 (0 to 2,000) |"
                + " 0 (0 to 1) |");
  }
}
