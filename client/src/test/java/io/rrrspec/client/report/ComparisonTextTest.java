package io.rrrspec.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.Comparison;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** What differs between two values. */
class ComparisonTextTest {
  private final ComparisonText plain = new ComparisonText(new Style(80, false, false));

  @Test
  void caretsPointAtTheWordsThatDiffer() {
    assertThat(plain.lines(new Comparison("one red car", "one blue car", null), 40))
        .containsExactly("- one red car", "      ^^^", "+ one blue car", "      ^^^^");
  }

  @Test
  void whereAllDiffersTheSignsSayIt() {
    assertThat(plain.lines(new Comparison("aaaa", "zzzz", null), 40))
        .containsExactly("- aaaa", "+ zzzz");
  }

  /** Looking at the whole line again for each of its rows would take far longer. */
  @Test
  void aLineOfMegabytesThatDiffersAsAWholeIsDrawn() {
    Comparison values = new Comparison("a".repeat(4_000_000), "z".repeat(4_000_000), null);
    List<String> lines =
        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(2), () -> plain.lines(values, 10));
    assertThat(lines).hasSize(1_000_000);
  }
}
