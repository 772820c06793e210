package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.experiments.fuzz.Installation.Runs;

/** Plays the slave of the run that is left alone: each of its tasks passes. */
final class GoodRun {
  private final Stores stores;
  private final Runs runs;

  GoodRun(Stores stores, Runs runs) {
    this.stores = stores;
    this.runs = runs;
  }

  /** Runs the next task, if there is one. */
  void step() {
    String slave = Installation.slave(stores.keys());
    try {
      if (stores.trials().claim(runs.good(), slave, runs.life()) instanceof Claim.Run run) {
        stores
            .trials()
            .finish(run.trial(), slave, runs.good(), Installation.passed(run.specFile()));
      }
    } catch (RuntimeException e) {
      // A key that all runs share: its slave tries again.
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
    }
  }

  /** How it stands. */
  TasksetStatus status() {
    return stores.tasksets().status(runs.good()).orElseThrow();
  }
}
