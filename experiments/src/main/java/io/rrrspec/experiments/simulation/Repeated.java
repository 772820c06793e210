package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.redis.ProcessDeath;

/** What a process does again and again, as a loop does it: after a failure later each time. */
final class Repeated {
  private static final long FIRST_PAUSE = 50;
  private static final long LONGEST_PAUSE = 5_000;

  private final World world;
  private final SimProcess process;
  private final String name;
  private final Work work;
  private Agenda.Entry entry;
  private long pause;

  /** One step. */
  interface Work {
    /**
     * Does it.
     *
     * @return after how many milliseconds the next one comes; negative: none comes
     */
    long step() throws InterruptedException;
  }

  Repeated(World world, SimProcess process, String name, long firstInMillis, Work work) {
    this.world = world;
    this.process = process;
    this.name = name;
    this.work = work;
    this.entry = world.agenda().in(firstInMillis, this::run);
  }

  /** There is something to do. */
  void wake() {
    entry = entry.hurry(world.chance().upTo(20));
  }

  private void run() {
    if (process.isDead()) {
      return;
    }
    if (process.frozenUntil() > world.agenda().millis()) {
      long thaw = process.frozenUntil() - world.agenda().millis();
      entry = world.agenda().in(thaw + world.chance().upTo(20), this::run);
      return;
    }
    long next;
    world.enter(process, name);
    try {
      next = work.step();
      pause = 0;
    } catch (ProcessDeath e) {
      world.diedIn(process, name + ", " + e.getMessage());
      return;
    } catch (InterruptedException e) {
      throw new IllegalStateException("nothing interrupts a simulation", e);
    } catch (RuntimeException e) {
      if (!Outage.isCauseOf(e)) {
        throw new Violation(
            process.name() + ": " + name + " failed for no reason of the simulation's", "", e);
      }
      pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, 2 * pause));
      next = pause / 2 + world.chance().upTo(pause / 2);
    } finally {
      world.leave();
    }
    if (next >= 0 && !process.isDead()) {
      entry = world.agenda().in(next + world.weather().stall(), this::run);
    }
  }
}
