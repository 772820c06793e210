package io.rrrspec.worker.agent.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.worker.agent.load.SlaveCount.Start;
import io.rrrspec.worker.agent.load.SlaveCount.Work;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlaveCountTest {
  private static final Start START = new Start(Duration.ofMillis(700), Duration.ofSeconds(1));

  private static Work work(double processor, double waiting, double longest) {
    return new Work(seconds(processor), seconds(waiting), seconds(longest));
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis((long) (seconds * 1_000));
  }

  @Test
  void classesThatSleepGetManySlaves() {
    assertThat(SlaveCount.choose(2, work(4, 400, 1), START, 256)).isBetween(30, 45);
    assertThat(SlaveCount.choose(8, work(4, 400, 1), START, 256)).isBetween(50, 90);
  }

  @Test
  void classesThatComputeGetOneForEachProcessor() {
    assertThat(SlaveCount.choose(2, work(400, 0, 10), START, 256)).isEqualTo(2);
    assertThat(SlaveCount.choose(16, work(400, 0, 10), START, 256)).isEqualTo(16);
    // Some of their time is always lost.
    assertThat(SlaveCount.choose(2, work(400, 12, 10), START, 256)).isEqualTo(2);
  }

  @Test
  void amongClassesOfBothKindsTheyAreInBetween() {
    assertThat(SlaveCount.choose(2, work(100, 100, 5), START, 256)).isBetween(3, 6);
    assertThat(SlaveCount.choose(2, work(50, 350, 5), START, 256)).isBetween(7, 20);
  }

  @Test
  void oneLongClassIsWhatTheRunWaitsForWhateverTheirNumber() {
    assertThat(SlaveCount.choose(2, work(2, 120, 90), START, 256)).isBetween(2, 4);
  }

  @Test
  void aShortRunIsNotWorthMoreStarts() {
    assertThat(SlaveCount.choose(2, work(0.1, 1, 0.5), START, 256)).isEqualTo(2);
    assertThat(SlaveCount.choose(2, Work.UNKNOWN, START, 256)).isEqualTo(2);
  }

  @Test
  void neverMoreThanThereIsRoomForAndNeverLessThanOne() {
    assertThat(SlaveCount.choose(2, work(4, 400, 1), START, 12)).isEqualTo(12);
    assertThat(SlaveCount.choose(4, work(4, 400, 1), START, 3)).isEqualTo(3);
    assertThat(SlaveCount.choose(4, work(4, 400, 1), START, 0)).isEqualTo(1);
  }

  @Test
  void moreWaitingNeverMeansFewerSlaves() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      int processors = 1 + random.nextInt(16);
      double processor = random.nextDouble() * 300;
      double waiting = random.nextDouble() * 300;
      int less = SlaveCount.choose(processors, work(processor, waiting, 1), START, 128);
      int more = SlaveCount.choose(processors, work(processor, waiting * 2, 1), START, 128);
      assertThat(less).isBetween(processors, 128);
      assertThat(more).isGreaterThanOrEqualTo(less);
    }
  }

  @Test
  void theShareOfWaitingIsTold() {
    assertThat(work(10, 90, 1).waitingShare()).isEqualTo(0.9);
    assertThat(Work.UNKNOWN.waitingShare()).isZero();
    assertThatThrownBy(() -> work(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
