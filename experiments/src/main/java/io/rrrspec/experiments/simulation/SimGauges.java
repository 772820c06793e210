package io.rrrspec.experiments.simulation;

import io.rrrspec.worker.agent.load.MachineGauges;
import io.rrrspec.worker.agent.load.MachineReading;
import java.util.List;

/** Processors and memory of a simulated host: idle, crowded or short of memory, by chance. */
final class SimGauges implements MachineGauges {
  private static final long LIMIT = 8L << 30;

  private final Chance chance;
  private double idle = 2;
  private long free = LIMIT;

  SimGauges(Chance chance) {
    this.chance = chance;
  }

  @Override
  public MachineReading read(List<Long> slaves) {
    if (chance.hits(0.15)) {
      idle = chance.oneOf(List.of(0.0, 1.0, 2.0));
    }
    if (chance.hits(0.15)) {
      free = chance.oneOf(List.of(0L, LIMIT / 4, LIMIT));
    }
    long one = 300L << 20;
    return new MachineReading(idle, idle == 0 ? 20 : 1, free, LIMIT, slaves.size() * one, one);
  }
}
