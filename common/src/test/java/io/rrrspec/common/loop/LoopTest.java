package io.rrrspec.common.loop;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class LoopTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private static final class Counting implements Actor {
    final AtomicInteger steps = new AtomicInteger();
    final Semaphore wake = new Semaphore(0);
    volatile int failures;

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public boolean step() {
      int step = steps.incrementAndGet();
      if (step <= failures) {
        throw new IllegalStateException("step " + step + " fails");
      }
      return false;
    }

    @Override
    @SuppressWarnings("ReturnValueIgnored") // woken or not, the loop looks again
    public void await(Duration limit) throws InterruptedException {
      wake.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void itStepsAgainWhenItIsWoken() {
    Counting actor = new Counting();
    try (Loop loop = Loop.start(actor, LONG)) {
      await().until(() -> actor.steps.get() == 1);
      actor.wake.release();
      await().until(() -> actor.steps.get() == 2);
      Assertions.assertThat(loop.isRunning()).isTrue();
    }
  }

  @Test
  void itSurvivesWhatItsActorThrows() {
    Counting actor = new Counting();
    actor.failures = 3;
    try (Loop loop = Loop.start(actor, LONG)) {
      await().until(() -> actor.steps.get() == 4);
      Assertions.assertThat(loop.isRunning()).isTrue();
    }
  }

  @Test
  void itEndsAlthoughItsActorWaits() {
    Counting actor = new Counting();
    Loop loop = Loop.start(actor, LONG);
    await().until(() -> actor.steps.get() == 1);
    loop.close();
    Assertions.assertThat(loop.isRunning()).isFalse();
  }
}
