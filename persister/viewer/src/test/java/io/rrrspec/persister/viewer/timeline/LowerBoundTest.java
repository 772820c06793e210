package io.rrrspec.persister.viewer.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LowerBoundTest {
  @Test
  void workIsSpreadEvenlyOverSlavesThatAreReadyAtTheSameTime() {
    assertThat(LowerBound.end(List.of(10L, 10L), 100, 40)).isEqualTo(60);
  }

  @Test
  void aSlaveThatIsReadyLaterDoesLess() {
    assertThat(LowerBound.end(List.of(40L, 0L), 100, 10)).isEqualTo(70);
  }

  @Test
  void aSlaveThatIsReadyTooLateDoesNothing() {
    assertThat(LowerBound.end(List.of(1_000L, 0L), 100, 10)).isEqualTo(100);
  }

  @Test
  void theLongestPieceIsNotDivided() {
    assertThat(LowerBound.end(List.of(5L, 5L, 20L), 100, 90)).isEqualTo(95);
  }
}
