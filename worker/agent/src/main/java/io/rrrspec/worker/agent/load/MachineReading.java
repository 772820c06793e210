package io.rrrspec.worker.agent.load;

/**
 * What was free at one moment.
 *
 * @param idle how many processors were idle since the last look, on average; 0 or more
 * @param runnable how many threads run or could run, of the whole machine
 * @param freeBytes memory that may still be used without swapping; 0 if unknown
 * @param limitBytes all memory that this process and its children may use; 0 if unknown
 * @param slaveBytes memory that the slaves use together, without what the kernel can take back
 * @param largestSlaveBytes that of the largest one, with its children
 */
public record MachineReading(
    double idle,
    double runnable,
    long freeBytes,
    long limitBytes,
    long slaveBytes,
    long largestSlaveBytes) {
  /** Of a machine that tells nothing. */
  public static final MachineReading NOTHING = new MachineReading(0, 0, 0, 0, 0, 0);
}
