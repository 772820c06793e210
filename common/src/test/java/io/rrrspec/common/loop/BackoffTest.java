package io.rrrspec.common.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void pausesDoubleUpToTheLongest() {
    Backoff backoff = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1));
    assertThat(IntStream.of(1, 2, 3, 4, 5, 6, 7, 100, Integer.MAX_VALUE).mapToObj(backoff::millis))
        .containsExactly(50L, 100L, 200L, 400L, 800L, 1000L, 1000L, 1000L, 1000L);
  }

  @Test
  void theLongestMayBeShorterThanTheFirst() {
    assertThat(new Backoff(Duration.ofMillis(50), Duration.ofMillis(20)).millis(1)).isEqualTo(20);
    assertThat(new Backoff(Duration.ofMillis(50), Duration.ZERO).millis(3)).isZero();
  }

  @Test
  void thereIsAFirstPause() {
    assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void jitterLeavesAtLeastHalfOfAPause() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(Backoff.jitter(100)).isBetween(50L, 100L);
    }
    assertThat(Backoff.jitter(0)).isZero();
  }
}
