package io.rrrspec.worker.agent.load;

import java.util.List;

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
}
