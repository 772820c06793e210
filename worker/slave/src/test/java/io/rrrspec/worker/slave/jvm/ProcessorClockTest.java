package io.rrrspec.worker.slave.jvm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ProcessorTime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessorClockTest {
  @Test
  void aThreadThatComputesTakesProcessorTimeAndOneThatSleepsDoesNot() throws InterruptedException {
    try (ProcessorClock clock = ProcessorClock.ofThisThread()) {
      ProcessorTime begin = clock.read();
      Thread.sleep(200);
      Duration slept = requireNonNull(clock.since(begin).thread());

      compute(Duration.ofMillis(300));
      ProcessorTime computed = clock.since(begin);
      assertThat(computed.thread()).isGreaterThan(slept.plusMillis(250));
      assertThat(computed.process()).isGreaterThan(Duration.ofMillis(250));
    }
  }

  private static void compute(Duration time) {
    var threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + time.toNanos();
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void processesThatHaveEndedCountAndDoNotBelongToTheThread()
      throws IOException, InterruptedException {
    try (ProcessorClock clock = ProcessorClock.ofThisThread()) {
      ProcessorTime begin = clock.read();
      String count = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";
      assertThat(new ProcessBuilder("sh", "-c", count).start().waitFor()).isZero();

      ProcessorTime used = clock.since(begin);
      assertThat(used.process()).isGreaterThan(requireNonNull(used.thread()));
      assertThat(used.used()).isEqualTo(used.process());
    }
  }

  @Test
  void aClosedClockKnowsNothing() {
    ProcessorClock clock = ProcessorClock.ofThisThread();
    ProcessorTime begin = clock.read();
    clock.close();
    assertThat(clock.read().thread()).isNull();
    assertThat(clock.since(begin).thread()).isNull();
  }
}
