package io.rrrspec.worker.agent.load;

import java.util.List;
import java.util.OptionalDouble;

/** Tells what of a machine is in use. */
public interface MachineGauges {
  /** Of a machine that tells nothing: nobody starts more slaves than it has processors. */
  MachineGauges NONE = slaves -> MachineReading.NOTHING;

  /**
   * Looks; use of processors is since the last look.
   *
   * @param slaves the numbers of the processes of the slaves that run
   */
  MachineReading read(List<Long> slaves);

  /**
   * Which part of the processors was idle since the last look, of whatever kind that was; 0 to 1.
   * Empty if nobody knows, or this is the first look.
   */
  default OptionalDouble idleShare() {
    return OptionalDouble.empty();
  }
}
