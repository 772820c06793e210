package io.rrrspec.worker.agent.load;

/**
 * For how many more slaves there is memory, by what the slaves of this run have needed: each slave
 * may grow to the size of the largest one, and some more. What is counted on has to be free, so
 * that nothing is swapped and no process is killed.
 */
final class MemoryBound {
  private static final long MIB = 1 << 20;

  /** As long as no slave was seen: a JVM with a small project. */
  private static final long FIRST_NEED = 400 * MIB;

  /** A slave that has run little is no measure. */
  private static final long LEAST_NEED = 200 * MIB;

  private static final double MARGIN = 1.3;
  private static final long LEAST_RESERVE = 512 * MIB;
  private static final int RESERVE_PART = 10;

  private long largest;

  /** Takes note of what slaves need. */
  void see(MachineReading reading) {
    largest = Math.max(largest, reading.largestSlaveBytes());
  }

  private long need() {
    return largest == 0 ? FIRST_NEED : Math.max(LEAST_NEED, (long) (largest * MARGIN));
  }

  private static long reserve(MachineReading reading) {
    return Math.max(LEAST_RESERVE, reading.limitBytes() / RESERVE_PART);
  }

  /**
   * How many slaves more fit.
   *
   * @param running how many there are, those that are starting with them
   * @return 0 or more
   */
  int room(MachineReading reading, int running) {
    long growth = Math.max(0, running * need() - reading.slaveBytes());
    long free = reading.freeBytes() - reserve(reading) - growth;
    return free <= 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, free / need());
  }

  /**
   * How many slaves have to go, because half of the reserve is used; 0 if none. Of a machine that
   * tells nothing none goes.
   */
  int excess(MachineReading reading) {
    long missing = reserve(reading) / 2 - reading.freeBytes();
    if (reading.limitBytes() == 0 || missing <= 0) {
      return 0;
    }
    return (int) Math.min(Integer.MAX_VALUE, 1 + missing / need());
  }
}
