package io.rrrspec.server.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimersTest {
  @Test
  void aWaitEnds() {
    try (Timers timers = new Timers()) {
      CompletableFuture<?> first = timers.timeAfter(Duration.ofMillis(1));
      assertThat(first.orTimeout(1, TimeUnit.MINUTES).isCompletedExceptionally()).isFalse();
      first.join();
    }
  }

  @Test
  void whatIsCancelledLeavesNothingBehind() {
    try (Timers timers = new Timers()) {
      CompletableFuture<?> wait = timers.timeAfter(Duration.ofDays(1));
      assertThat(timers.waiting()).isEqualTo(1);
      wait.cancel(false);
      assertThat(timers.waiting()).isZero();
    }
  }
}
