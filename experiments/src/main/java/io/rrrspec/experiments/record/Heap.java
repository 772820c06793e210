package io.rrrspec.experiments.record;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** How much heap was in use at most, garbage included, since the last reset. */
final class Heap {
  private static final List<MemoryPoolMXBean> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();

  private Heap() {}

  /** Collects, and begins anew. */
  static void reset() {
    System.gc();
    POOLS.forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  static double peakMegabytes() {
    return POOLS.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() / 1e6;
  }

  static double limitMegabytes() {
    return Runtime.getRuntime().maxMemory() / 1e6;
  }
}
