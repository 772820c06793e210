package io.rrrspec.worker.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.worker.agent.load.SlaveCount.Work;
import io.rrrspec.worker.agent.load.SlaveTarget.Sight;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlaveTargetTest {
  private static final long MIB = 1 << 20;
  private static final Work SLEEPS =
      new Work(Duration.ofSeconds(4), Duration.ofSeconds(400), Duration.ofSeconds(1));

  private long millis;
  private int starting;
  private boolean waiting;
  private boolean alone;
  private long queued = 1_000;
  private double idle = 1.9;
  private double runnable = 1;
  private long free = 16_000 * MIB;
  private long ofOne = 100 * MIB;

  /** A look half a second after the last one, at as many slaves as the last one asked for. */
  private int look(SlaveTarget target) {
    millis += 500;
    int running = target.current();
    MachineReading reading =
        new MachineReading(idle, runnable, free, 24_000 * MIB, running * ofOne, ofOne);
    return target.look(
        new Sight(millis * 1_000_000, running, starting, waiting, queued, alone, reading));
  }

  private int looks(SlaveTarget target, int times) {
    for (int i = 0; i < times; i++) {
      int unused = look(target);
    }
    return target.current();
  }

  private static SlaveTarget unknown() {
    return new SlaveTarget(2, Work.UNKNOWN, null);
  }

  @Test
  void whatIsKnownToWaitGetsItsSlavesAsFastAsTheyStart() {
    SlaveTarget target = new SlaveTarget(2, SLEEPS, null);
    assertThat(target.current()).isEqualTo(2);
    assertThat(look(target)).isEqualTo(4);
    starting = 2;
    assertThat(look(target)).isEqualTo(4);
    starting = 1;
    assertThat(look(target)).isEqualTo(5);
    starting = 0;
    idle = 0.1;
    assertThat(looks(target, 100)).isBetween(30, 45);
    look(target);
    assertThat(target.tell())
        .isEqualTo(target.current() + " slaves: classes wait 99 % of their time");
  }

  @Test
  void processorsThatAreIdleWhileTasksWaitGetMoreStepByStep() {
    SlaveTarget target = unknown();
    assertThat(looks(target, 3)).isEqualTo(2);
    assertThat(looks(target, 2)).isEqualTo(4);
    assertThat(looks(target, 100)).isEqualTo(64);
    assertThat(target.tell()).contains("processors were idle for 95 % of the time");
  }

  @Test
  void idleProcessorsAloneAreNoReason() {
    SlaveTarget target = unknown();
    queued = 0;
    assertThat(looks(target, 50)).isEqualTo(2);
    queued = 1_000;
    waiting = true;
    assertThat(looks(target, 50)).isEqualTo(2);
    waiting = false;
    starting = 1;
    assertThat(looks(target, 50)).isEqualTo(2);
    starting = 0;
    idle = 0.3;
    assertThat(looks(target, 50)).isEqualTo(2);
    assertThat(target.tell()).isEqualTo("2 slaves: one for each processor");
  }

  @Test
  void aMomentWithoutWorkDoesNotCount() {
    SlaveTarget target = unknown();
    for (int i = 0; i < 30; i++) {
      idle = i % 3 == 0 ? 0 : 1.9;
      look(target);
    }
    assertThat(target.current()).isEqualTo(2);
  }

  @Test
  void asManyAsTheIdleProcessorsNeedAndNotTwiceAsMany() {
    SlaveTarget target = unknown();
    idle = 0.6;
    assertThat(looks(target, 5)).isEqualTo(3);
  }

  @Test
  void whenItIsCrowdedSlavesGoButNeverBelowTheProcessors() {
    SlaveTarget target = unknown();
    looks(target, 100);
    idle = 0;
    runnable = 40;
    assertThat(looks(target, 5)).isEqualTo(64);
    assertThat(looks(target, 3)).isEqualTo(32);
    assertThat(looks(target, 100)).isEqualTo(2);
    // Once it has been crowded, more idle time is needed.
    idle = 1.9;
    runnable = 1;
    assertThat(looks(target, 5)).isEqualTo(2);
    assertThat(looks(target, 100)).isGreaterThan(2);
  }

  @Test
  void startsAreNoCrowd() {
    SlaveTarget target = unknown();
    looks(target, 100);
    idle = 0;
    runnable = 40;
    starting = 2;
    assertThat(looks(target, 100)).isEqualTo(64);
  }

  @Test
  void aSearchThatNeedsItsHostToItselfHasIt() {
    SlaveTarget target = unknown();
    looks(target, 100);
    alone = true;
    assertThat(look(target)).isEqualTo(2);
  }

  @Test
  void memoryBoundsTheirNumber() {
    SlaveTarget target = new SlaveTarget(2, SLEEPS, null);
    free = 2_900 * MIB;
    // A tenth of 24,000 is kept, and the two that run may grow to 200 MiB: there is room for one.
    assertThat(looks(target, 1)).isEqualTo(3);
    free = 0;
    assertThat(looks(target, 1)).isEqualTo(2);
    assertThat(looks(target, 100)).isEqualTo(2);
    assertThat(target.tell()).startsWith("3 slaves").endsWith("; memory allows no more");
  }
}
