package io.rrrspec.experiments.simulation;

import io.rrrspec.common.model.TrialStatus;

/** What a task of the simulation does when it is run. */
enum Outcome {
  PASSES,
  SKIPS,
  FAILS,
  BREAKS,
  /** The first run that comes to its end fails. */
  FAILS_ONCE,
  /** Passes, and leaves something behind in its JVM. */
  LITTERS,
  /** Fails in a JVM in which something was left behind. */
  FAILS_AFTER_LITTER,
  /** Fails while another JVM of its host lives in which something was left behind. */
  FAILS_BESIDE_LITTER,
  /** Fails in a JVM that is made for speed. */
  FAILS_FOR_SPEED,
  /** The JVM is gone, every time. */
  KILLS_ITS_SLAVE,
  /** The JVM is gone, the first time. */
  KILLS_ONCE,
  /** Passes after a while; its estimate says so. */
  IS_SLOW,
  /** Never ends; the slave notices. */
  HANGS,
  /** Never ends, and the slave cannot do anything about it. */
  HANGS_BADLY;

  /** Whether some run of it may be bad without anything going wrong around it. */
  boolean mayBeBad() {
    return this != PASSES && this != SKIPS && this != IS_SLOW && this != LITTERS;
  }

  /**
   * What a run brings if it comes to its end.
   *
   * @param run its number, from 0
   * @param litter whether something was left behind in its JVM
   * @param litterBeside whether something was left behind in another JVM of its host
   * @param forSpeed whether its JVM is made for speed
   */
  TrialStatus status(int run, boolean litter, boolean litterBeside, boolean forSpeed) {
    return switch (this) {
      case PASSES, LITTERS, IS_SLOW, KILLS_ONCE, KILLS_ITS_SLAVE -> TrialStatus.PASSED;
      case FAILS_AFTER_LITTER -> litter ? TrialStatus.FAILED : TrialStatus.PASSED;
      case FAILS_BESIDE_LITTER -> litterBeside ? TrialStatus.FAILED : TrialStatus.PASSED;
      case FAILS_FOR_SPEED -> forSpeed ? TrialStatus.FAILED : TrialStatus.PASSED;
      case SKIPS -> TrialStatus.PENDING;
      case FAILS -> TrialStatus.FAILED;
      case BREAKS -> TrialStatus.ERROR;
      case FAILS_ONCE -> run == 0 ? TrialStatus.FAILED : TrialStatus.PASSED;
      case HANGS, HANGS_BADLY -> TrialStatus.TIMEOUT;
    };
  }
}
