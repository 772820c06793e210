package io.rrrspec.persister.mover;

import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.store.AffinityStore;
import io.rrrspec.common.store.CulpritStore;
import io.rrrspec.common.store.EstimateStore;
import io.rrrspec.common.store.PartTimesStore;
import io.rrrspec.common.store.PassStreakStore;
import io.rrrspec.persister.record.history.ClassHistory;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/** Brings what SQL says about the next run of a taskset_class to Redis. Safe for use by threads. */
final class ClassEstimates {
  /** Of each test a hundred trials of its class are unpacked. */
  private static final int MOST_STREAKS = 200;

  private final EstimateStore estimates;
  private final CulpritStore culprits;
  private final AffinityStore affinities;
  private final PartTimesStore parts;
  private final PassStreakStore streaks;
  private final ClassHistory history;
  private final InstantSource clock = InstantSource.system();

  ClassEstimates(
      EstimateStore estimates,
      CulpritStore culprits,
      AffinityStore affinities,
      PartTimesStore parts,
      PassStreakStore streaks,
      ClassHistory history) {
    this.estimates = estimates;
    this.culprits = culprits;
    this.affinities = affinities;
    this.parts = parts;
    this.streaks = streaks;
    this.history = history;
  }

  /**
   * Writes the estimates, the culprits, the affinities and the times of tests that follow from all
   * runs that are in SQL by now. One class after the other: of a class of 100,000 tasks they take
   * tens of megabytes on the way.
   */
  synchronized void update(String tasksetClass) {
    // Of two persisters that do this at once, the one that has seen less may be the last to write.
    // Whoever has written therefore looks whether there are other runs by now than it knew of.
    List<Long> known = history.newestRuns(tasksetClass);
    while (true) {
      estimates.save(tasksetClass, history.estimates(tasksetClass));
      estimates.saveShares(tasksetClass, history.shares(tasksetClass));
      culprits.save(
          tasksetClass, history.culprits(tasksetClass, clock.instant().minus(CulpritStore.LIFE)));
      affinities.save(tasksetClass, history.affinities(tasksetClass));
      parts.save(
          tasksetClass, history.parts(tasksetClass, clock.instant().minus(CulpritStore.LIFE)));
      List<Long> now = history.newestRuns(tasksetClass);
      if (now.equals(known)) {
        return;
      }
      known = now;
    }
  }

  /**
   * Writes the start costs that follow from the slaves of all runs that are in SQL by now. Another
   * persister that does this at the same time may have seen one run less and be the last to write:
   * then that run counts from the next one on.
   */
  synchronized void updateStartCosts(String tasksetClass) {
    estimates.saveStartCosts(tasksetClass, history.startCosts(tasksetClass));
  }

  /** Writes how often in a row tests have passed, those of a class that are in quarantine. */
  synchronized void updateStreaks(String tasksetClass, Collection<TestMethod> quarantined) {
    List<TestMethod> tests = quarantined.stream().distinct().limit(MOST_STREAKS).toList();
    if (!tests.isEmpty()) {
      streaks.save(tasksetClass, history.passStreaks(tasksetClass, tests));
    }
  }

  /** Both if Redis, new or emptied, has no estimates of the class. */
  void refill(String tasksetClass) {
    if (estimates.find(tasksetClass).isEmpty()) {
      update(tasksetClass);
      updateStartCosts(tasksetClass);
    }
  }
}
