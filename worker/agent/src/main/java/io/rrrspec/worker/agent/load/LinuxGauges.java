package io.rrrspec.worker.agent.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code /proc} and the control groups of this process. It measures the use of processors
 * over half a second at least, even if it is read more often.
 */
public final class LinuxGauges implements MachineGauges {
  private static final long WINDOW_NANOS = 500_000_000;

  /** Linux shows times in hundredths of a second, whatever it counts in. */
  private static final double NANOS_PER_TICK = 1e7;

  /** Of the line "cpu": user, nice, system, idle, iowait. */
  private static final int IDLE = 3;

  private static final int WAITS_FOR_DISK = 4;

  private static final int AT_ONCE = 6;

  private final Path proc;
  private final ControlGroup groups;
  private final SlaveMemory slaveMemory;
  private final int processors;
  private final LongSupplier nanoTime;
  private final Map<Long, Long> bytesBySlave = new LinkedHashMap<>();
  private @Nullable Use last;
  private double idle;

  /** What was used by one moment. */
  private record Use(long nanos, double idleTicks, OptionalLong groupNanos) {}

  LinuxGauges(Path proc, ControlGroup groups, int processors, LongSupplier nanoTime) {
    this.proc = proc;
    this.groups = groups;
    this.slaveMemory = new SlaveMemory(proc);
    this.processors = processors;
    this.nanoTime = nanoTime;
  }

  /** Those of this machine; of one that is no Linux none. */
  public static MachineGauges ofThisMachine() {
    Path proc = Path.of("/proc");
    if (!Files.isReadable(proc.resolve("meminfo")) || !Files.isReadable(proc.resolve("stat"))) {
      return MachineGauges.NONE;
    }
    return new LinuxGauges(
        proc,
        new ControlGroup(proc.resolve("self/cgroup"), Path.of("/sys/fs/cgroup")),
        Runtime.getRuntime().availableProcessors(),
        System::nanoTime);
  }

  @Override
  public synchronized MachineReading read(List<Long> slaves) {
    List<String> stat = SystemFiles.lines(proc.resolve("stat"));
    ControlGroup.Room memory = memory();
    lookAt(slaves);
    long sum = 0;
    long largest = 0;
    for (long bytes : bytesBySlave.values()) {
      sum += bytes;
      largest = Math.max(largest, bytes);
    }
    return new MachineReading(
        idle(stat),
        SystemFiles.value(stat, "procs_running").orElse(0),
        memory.freeBytes(),
        memory.limitBytes(),
        sum,
        largest);
  }

  @Override
  public synchronized OptionalDouble idleShare() {
    boolean first = last == null;
    double now = idle(SystemFiles.lines(proc.resolve("stat")));
    return first ? OptionalDouble.empty() : OptionalDouble.of(now / processors);
  }

  /** At a few of them, those that were looked at longest ago: each look reads many files. */
  private void lookAt(List<Long> slaves) {
    bytesBySlave.keySet().retainAll(slaves);
    List<Long> order = new ArrayList<>(slaves);
    order.removeAll(bytesBySlave.keySet());
    order.addAll(bytesBySlave.keySet());
    for (long slave : order.subList(0, Math.min(AT_ONCE, order.size()))) {
      // Behind all others, where it is looked at last.
      bytesBySlave.remove(slave);
      bytesBySlave.put(slave, slaveMemory.bytes(slave));
    }
  }

  private ControlGroup.Room memory() {
    List<String> meminfo = SystemFiles.lines(proc.resolve("meminfo"));
    long total = SystemFiles.value(meminfo, "MemTotal").orElse(0) * 1_024;
    // Without swap: what is swapped is slower than what waits.
    long available = SystemFiles.value(meminfo, "MemAvailable").orElse(0) * 1_024;
    ControlGroup.Room room = new ControlGroup.Room(total, available);
    for (ControlGroup.Room group : groups.memory()) {
      room = room.lesser(group);
    }
    return room;
  }

  private double idle(List<String> stat) {
    long now = nanoTime.getAsLong();
    Use before = last;
    if (before != null && now - before.nanos < WINDOW_NANOS) {
      return idle;
    }
    Use use = new Use(now, idleTicks(stat), groups.processorNanos());
    last = use;
    if (before != null) {
      double nanos = now - before.nanos;
      double ofMachine = (use.idleTicks - before.idleTicks) * NANOS_PER_TICK / nanos;
      double ofGroup =
          use.groupNanos.isPresent() && before.groupNanos.isPresent()
              ? processors - (use.groupNanos.getAsLong() - before.groupNanos.getAsLong()) / nanos
              : processors;
      idle = Math.max(0, Math.min(Math.min(ofMachine, ofGroup), processors));
    }
    return idle;
  }

  private static double idleTicks(List<String> stat) {
    List<Long> times = new ArrayList<>();
    for (String line : stat) {
      if (line.startsWith("cpu ")) {
        for (String field : line.substring(4).trim().split(" ", -1)) {
          times.add(SystemFiles.number(field).orElse(0));
        }
      }
    }
    return times.size() <= WAITS_FOR_DISK ? 0 : times.get(IDLE) + times.get(WAITS_FOR_DISK);
  }
}
