package io.rrrspec.worker.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LinuxGaugesTest {
  @TempDir Path proc;

  private final AtomicLong nanos = new AtomicLong();

  private void stat(long idle, long disk) throws IOException {
    Files.writeString(
        proc.resolve("stat"),
        "cpu  10 0 10 " + idle + " " + disk + " 0 0\ncpu0 5 0 5 1 1\nprocs_running 7\n");
  }

  private LinuxGauges gauges() throws IOException {
    Files.writeString(proc.resolve("meminfo"), "MemTotal: 4000 kB\nMemAvailable:  1000 kB\n");
    ControlGroup none = new ControlGroup(proc.resolve("cgroup"), proc);
    return new LinuxGauges(proc, none, 2, nanos::get);
  }

  @Test
  void idleIsTheTimeWithoutWorkSinceTheLastLookAndTheDiskLeavesProcessorsIdle() throws IOException {
    stat(1_000, 100);
    LinuxGauges gauges = gauges();
    assertThat(gauges.read(List.of()).idle()).isZero();

    nanos.set(1_000_000_000);
    stat(1_080, 120);
    MachineReading reading = gauges.read(List.of());
    assertThat(reading.idle()).isEqualTo(1.0);
    assertThat(reading.runnable()).isEqualTo(7);
    assertThat(reading.freeBytes()).isEqualTo(1_024_000);
    assertThat(reading.limitBytes()).isEqualTo(4_096_000);

    // So soon after that, hundredths of a second say little.
    nanos.set(1_100_000_000);
    stat(1_120, 120);
    assertThat(gauges.read(List.of()).idle()).isEqualTo(1.0);
  }

  @Test
  void theLimitOfAGroupBoundsWhatIsIdleAndFree() throws IOException {
    Files.writeString(proc.resolve("cgroup"), "0::/g\n");
    Files.createDirectories(proc.resolve("g"));
    Files.writeString(proc.resolve("g/cpu.stat"), "usage_usec 0\n");
    Files.writeString(proc.resolve("g/memory.max"), "1000000\n");
    Files.writeString(proc.resolve("g/memory.current"), "400000\n");
    stat(0, 0);
    LinuxGauges gauges = gauges();
    MachineReading first = gauges.read(List.of());
    assertThat(first.freeBytes()).isEqualTo(600_000);
    assertThat(first.limitBytes()).isEqualTo(1_000_000);

    nanos.set(1_000_000_000);
    stat(800, 0);
    Files.writeString(proc.resolve("g/cpu.stat"), "usage_usec 1500000\n");
    assertThat(gauges.read(List.of()).idle()).isEqualTo(0.5);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theMemoryOfASlaveIsThatOfItsChildrenToo() throws IOException {
    MachineGauges machine = LinuxGauges.ofThisMachine();
    long self = ProcessHandle.current().pid();
    Process child = new ProcessBuilder("sh", "-c", "echo up; read line").start();
    try {
      assertThat(child.getInputStream().read()).isPositive();
      SlaveMemory memory = new SlaveMemory(Path.of("/proc"));
      long ofChild = memory.bytes(child.pid());
      assertThat(ofChild).isPositive();
      MachineReading reading = machine.read(List.of(self, child.pid()));
      assertThat(reading.largestSlaveBytes()).isGreaterThan(20L << 20);
      assertThat(reading.slaveBytes()).isGreaterThan(reading.largestSlaveBytes());
      assertThat(reading.freeBytes()).isPositive().isLessThan(reading.limitBytes());
      assertThat(machine.read(List.of(Long.MAX_VALUE)).slaveBytes()).isZero();
    } finally {
      child.destroyForcibly();
      assertThat(child.onExit().orTimeout(10, TimeUnit.SECONDS).join()).isNotNull();
    }
  }
}
