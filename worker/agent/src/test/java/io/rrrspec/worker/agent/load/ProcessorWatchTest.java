package io.rrrspec.worker.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ProcessorUse;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class ProcessorWatchTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long BEGIN = -7_000_000_000L;

  private final ProcessorWatch watch = new ProcessorWatch(4, START, BEGIN);
  private long millis;

  private void see(long later, double idle) {
    millis += later;
    watch.see(BEGIN + millis * 1_000_000, idle);
  }

  private ProcessorUse use() {
    return watch.use().orElseThrow();
  }

  @Test
  void looksOfAnyLengthBecomeSamplesOfOne() {
    see(400, 1);
    assertThat(watch.use()).isEmpty();
    see(200, 0);
    see(1_400, 0.25);

    // 400 ms idle and 100 ms busy; 100 ms busy and 400 ms for three quarters; the rest likewise.
    assertThat(use().busy()).containsExactly(20, 80, 75, 75);
    assertThat(use().processors()).isEqualTo(4);
    assertThat(use().from()).isEqualTo(START);
    assertThat(use().step()).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void manySamplesBecomeLongerOnes() {
    see(30_000, 1);
    see(29_500, 0);
    assertThat(use().busy()).hasSize(119);
    see(500, 0);
    assertThat(use().step()).isEqualTo(Duration.ofSeconds(1));
    assertThat(use().busy()).hasSize(60).startsWith(0, 0).endsWith(100, 100);

    see(Duration.ofHours(24).toMillis(), 0);
    assertThat(use().busy().size()).isBetween(ProcessorUse.MOST / 2, ProcessorUse.MOST);
    assertThat(use().step().multipliedBy(use().busy().size()))
        .isBetween(Duration.ofHours(23), Duration.ofHours(25));
  }

  @Test
  void aClockThatStandsStillOrAnOddValueDoesNoHarm() {
    see(500, -3);
    see(0, 1);
    see(500, 7);
    assertThat(use().busy()).isEqualTo(java.util.List.of(100, 0));
    assertThat(Collections.max(use().busy())).isEqualTo(100);
  }
}
