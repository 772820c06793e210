package io.rrrspec.common.run;

import io.rrrspec.common.model.PlacedJvm;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import org.jspecify.annotations.Nullable;

/**
 * A slave of a run. A slave's key comes back in other runs, and with it the list of its trials:
 * those of one run are the trials that name the slave.
 *
 * @param key its Redis key
 * @param status how it ended
 * @param log what it wrote outside of trials, bounded; empty where only an outline was asked for
 * @param jvm what its JVM was started for; null if the run has one launch
 */
public record RunSlave(String key, SlaveStatus status, String log, @Nullable PlacedJvm jvm) {
  /** Returns a slave as Redis has it, for one of its runs. */
  public static RunSlave of(Slave slave) {
    return new RunSlave(slave.key(), slave.status(), slave.log(), slave.jvm());
  }
}
