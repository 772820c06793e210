package io.rrrspec.experiments.simulation;

/** A process of the simulation; it lives until it ends or is killed. */
final class SimProcess {
  private final String name;
  private final SimHost host;
  private final Fault death;
  private final boolean robust;
  private long frozenUntil;
  private boolean dead;
  private Runnable onEnd = () -> {};

  /**
   * Starts one.
   *
   * @param death what it is called if it dies
   * @param robust whether single calls of it never fail: of foreign implementations nobody promises
   *     that they bear it
   */
  SimProcess(String name, SimHost host, Fault death, boolean robust) {
    this.name = name;
    this.host = host;
    this.death = death;
    this.robust = robust;
  }

  String name() {
    return name;
  }

  SimHost host() {
    return host;
  }

  Fault deathIs() {
    return death;
  }

  boolean isRobust() {
    return robust;
  }

  boolean isDead() {
    return dead;
  }

  /** It does nothing until then, as after SIGSTOP. */
  void freeze(long untilMillis) {
    frozenUntil = untilMillis;
  }

  long frozenUntil() {
    return frozenUntil;
  }

  /** What is done when it is gone, in whatever way. */
  void onEnd(Runnable work) {
    onEnd = work;
  }

  /** It is no more. */
  void end() {
    if (!dead) {
      dead = true;
      onEnd.run();
    }
  }
}
