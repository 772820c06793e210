package io.rrrspec.worker.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MemoryBoundTest {
  private static final long MIB = 1 << 20;

  private static MachineReading reading(long free, long limit, long slaves, long largest) {
    return new MachineReading(0, 0, free * MIB, limit * MIB, slaves * MIB, largest * MIB);
  }

  @Test
  void aMachineThatTellsNothingHasRoomForNoneAndLetsAllStay() {
    MemoryBound bound = new MemoryBound();
    assertThat(bound.room(MachineReading.NOTHING, 2)).isZero();
    assertThat(bound.excess(MachineReading.NOTHING)).isZero();
  }

  @Test
  void eachMayGrowToTheLargestAndSomeMore() {
    MemoryBound bound = new MemoryBound();
    bound.see(reading(3_000, 4_096, 800, 500));
    // 512 are kept, two of 650 may still grow by 500: 1,988 are left.
    assertThat(bound.room(reading(3_000, 4_096, 800, 400), 2)).isEqualTo(3);
    // What was large once may be so again.
    assertThat(bound.room(reading(3_000, 4_096, 200, 100), 2)).isEqualTo(2);
  }

  @Test
  void whenHalfOfTheReserveIsUsedSomeHaveToGo() {
    MemoryBound bound = new MemoryBound();
    bound.see(reading(3_000, 4_096, 800, 500));
    assertThat(bound.excess(reading(256, 4_096, 0, 0))).isZero();
    assertThat(bound.excess(reading(255, 4_096, 0, 0))).isEqualTo(1);
    assertThat(bound.excess(reading(0, 40_960, 0, 0))).isEqualTo(4);
  }

  @Test
  void slavesThatGrowUpToTheLargestNeverTakeWhatIsNotThere() {
    Random random = new Random(11);
    for (int run = 0; run < 2_000; run++) {
      long limit = 1_024L + random.nextInt(16_000);
      long others = random.nextInt((int) limit);
      long largest = 50L + random.nextInt(900);
      MemoryBound bound = new MemoryBound();
      int running = 1;
      long sum = largest;
      for (int look = 0; look < 60; look++) {
        MachineReading now = reading(Math.max(0, limit - others - sum), limit, sum, largest);
        bound.see(now);
        int more = bound.room(now, running);
        running += more;
        sum += more * (10L + random.nextInt((int) largest - 9));
        assertThat(more == 0 || others + running * largest <= limit).isTrue();
      }
    }
  }
}
