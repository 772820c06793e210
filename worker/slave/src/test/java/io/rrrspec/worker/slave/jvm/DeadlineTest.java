package io.rrrspec.worker.slave.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.worker.slave.jvm.Deadline.Watch;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DeadlineTest {
  private static final Runnable NOTHING = () -> {};
  private static final Duration FOREVER = Duration.ofDays(1_000_000);

  private final Deadline deadline = new Deadline();
  private final AtomicInteger soft = new AtomicInteger();

  @AfterEach
  void close() {
    deadline.close();
  }

  @Test
  void atTheSoftLimitTheThreadIsInterruptedOnce() {
    Watch watch = start(Duration.ofMillis(50), FOREVER, soft::incrementAndGet, NOTHING);
    assertThatThrownBy(DeadlineTest::waitForever).isInstanceOf(InterruptedException.class);
    assertThat(watch.end()).isTrue();
    assertThat(watch.softPassed()).isTrue();
    assertThat(soft).hasValue(1);
  }

  @Test
  void aTrialThatEndsInTimeIsLeftAlone() throws InterruptedException {
    Watch first = start(Duration.ofSeconds(2), FOREVER, soft::incrementAndGet, NOTHING);
    assertThat(first.end()).isTrue();
    assertThat(first.softPassed()).isFalse();
    // The next one's limit comes later, so that the first one's would have been noticed.
    Watch second = start(Duration.ofSeconds(3), FOREVER, NOTHING, NOTHING);
    assertThatThrownBy(DeadlineTest::waitForever).isInstanceOf(InterruptedException.class);
    assertThat(second.end()).isTrue();
    assertThat(soft).hasValue(0);
  }

  @Test
  @Timeout(60)
  void aLimitThatComesBeforeThatOfAnEarlierTrialIsNoticed() {
    Watch first = start(Duration.ofDays(1), FOREVER, soft::incrementAndGet, NOTHING);
    awaitSleepWithAnEnd();
    assertThat(first.end()).isTrue();
    Watch second = start(Duration.ofMillis(50), FOREVER, NOTHING, NOTHING);
    assertThatThrownBy(DeadlineTest::waitForever).isInstanceOf(InterruptedException.class);
    assertThat(second.end()).isTrue();
    assertThat(soft).hasValue(0);
  }

  @Test
  void atTheHardLimitTheEndWaitsUntilItHasBeenDealtWith() {
    CountDownLatch reported = new CountDownLatch(1);
    Watch watch = start(Duration.ofMillis(20), Duration.ofMillis(80), NOTHING, reported::countDown);
    assertThatThrownBy(DeadlineTest::waitForever).isInstanceOf(InterruptedException.class);
    uninterruptibly(reported);
    assertThat(watch.end()).isFalse();
  }

  @Test
  void neitherInterruptsNorFailuresEndTheWatch() {
    interruptTheWatcher();
    Watch watch =
        start(
            Duration.ofMillis(50),
            FOREVER,
            () -> {
              throw new OutOfMemoryError("no room for a thread dump");
            },
            NOTHING);
    interruptTheWatcher();
    assertThatThrownBy(DeadlineTest::waitForever).isInstanceOf(InterruptedException.class);
    assertThat(watch.end()).isTrue();
  }

  private Watch start(Duration softLimit, Duration hard, Runnable onSoft, Runnable onHard) {
    return deadline.start(new TimeLimits(softLimit, hard), onSoft, onHard);
  }

  private static void interruptTheWatcher() {
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(Deadline.THREAD_NAME))
        .forEach(Thread::interrupt);
  }

  /** Until the watcher sleeps for the limit of a trial. */
  private static void awaitSleepWithAnEnd() {
    while (Thread.getAllStackTraces().keySet().stream()
        .noneMatch(
            thread ->
                thread.getName().equals(Deadline.THREAD_NAME)
                    && thread.getState() == Thread.State.TIMED_WAITING)) {
      Thread.onSpinWait();
    }
  }

  private static void waitForever() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  private static void uninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      uninterruptibly(latch);
    }
  }
}
