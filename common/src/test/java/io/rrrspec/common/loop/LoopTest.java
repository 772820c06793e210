package io.rrrspec.common.loop;

import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

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
      // The wait that would follow a step is not part of it.
      return step == failures + 1 && failures > 0;
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
      await().until(() -> loop.steps() == 1 && loop.failuresInARow() == 0);
      Assertions.assertThat(loop.isRunning()).isTrue();
      Assertions.assertThat(loop.failures()).isEqualTo(3);
      Assertions.assertThat(loop.lastFailure()).endsWith("step 3 fails");
    }
  }

  @Test
  void itSurvivesATextThatIsTooDeepOrTooLargeForTheJvm() {
    AtomicInteger steps = new AtomicInteger();
    Actor actor =
        new Actor() {
          @Override
          public String name() {
            return "reads";
          }

          @Override
          public boolean step() {
            return switch (steps.incrementAndGet()) {
              case 1 -> deep(0) > 0;
              case 2 -> new long[Integer.MAX_VALUE].length > 0;
              default -> false;
            };
          }

          private int deep(int depth) {
            return depth < 0 ? 0 : deep(depth + 1) + 1;
          }

          @Override
          public void await(Duration limit) throws InterruptedException {
            Thread.sleep(limit.toMillis());
          }
        };
    try (Loop loop = Loop.start(actor, LONG)) {
      await().until(() -> steps.get() == 3);
      Assertions.assertThat(loop.isRunning()).isTrue();
      Assertions.assertThat(loop.failures()).isEqualTo(2);
      Assertions.assertThat(loop.lastFailure()).contains("OutOfMemoryError");
    }
  }

  @Test
  void theSameFailureIsLoggedWithOneTraceAndThenNowAndThen() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(Loop.class);
    logger.addAppender(log);
    AtomicInteger steps = new AtomicInteger();
    Actor actor =
        new Actor() {
          @Override
          public String name() {
            return "fails";
          }

          @Override
          public boolean step() {
            if (steps.incrementAndGet() <= 40) {
              throw new IllegalStateException("always the same");
            }
            return false;
          }

          @Override
          public void await(Duration limit) throws InterruptedException {
            Thread.sleep(limit.toMillis());
          }

          @Override
          public Duration longestPause() {
            return Duration.ofMillis(60);
          }
        };
    try (Loop loop = Loop.start(actor, LONG)) {
      await().until(() -> loop.steps() == 0 && steps.get() == 41);
    } finally {
      logger.detachAppender(log);
    }
    List<ILoggingEvent> warnings =
        log.list.stream().filter(event -> event.getLevel() == Level.WARN).toList();
    Assertions.assertThat(warnings).hasSize(5);
    Assertions.assertThat(warnings)
        .filteredOn(event -> event.getThrowableProxy() != null)
        .hasSize(1);
    Assertions.assertThat(warnings.get(4).getFormattedMessage()).endsWith("failure 40 in a row");
  }

  @Test
  void itEndsAlthoughItsActorWaits() {
    Counting actor = new Counting();
    Loop loop = Loop.start(actor, LONG);
    await().until(() -> actor.steps.get() == 1);
    loop.close();
    Assertions.assertThat(loop.isRunning()).isFalse();
  }

  @Test
  void aStepThatRunsMayEndByItself() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    Actor slow =
        new Actor() {
          @Override
          public String name() {
            return "slow";
          }

          @Override
          public boolean step() {
            begun.countDown();
            try {
              go.await();
            } catch (InterruptedException e) {
              interrupted.set(true);
            }
            return true;
          }

          @Override
          public void await(Duration limit) {}
        };
    Loop loop = Loop.start(slow, LONG);
    begun.await();
    Assertions.assertThat(loop.finish(Duration.ofMillis(1))).isFalse();
    go.countDown();
    Assertions.assertThat(loop.finish(Duration.ofSeconds(30))).isTrue();
    Assertions.assertThat(interrupted).isFalse();
  }
}
