package io.rrrspec.server.arbiter;

/**
 * Says what speaks against one worker in one taskset, as a pure function: the oracle for {@code
 * judge_health.lua}, which counts and decides inside Redis. {@code WorkerHealthTest} drives every
 * pair of states through both.
 *
 * <p>A bad trial may be the test's fault, the build's or the worker's. What tells is the same task
 * on another worker. So a worker that fails {@value #PAUSED_AFTER} tasks without one good trial in
 * between gets nothing for {@link #PAUSE_SECONDS} seconds while the others try them, who come first
 * for its retries anyway. One that fails there, too, speaks for the worker: it goes on at once. One
 * that passes there speaks against it: after {@value #SICK_AFTER} of these it is <em>sick</em> and
 * taken off, unless more than a fifth of the answers spoke for it. Any good trial of its own wipes
 * all that out, which is why flaky tests take nobody off. And where everything fails everywhere
 * nothing is refuted, so a broken build takes nobody off either; nor is a worker paused or taken
 * off if no other one serves the taskset, is alive and is not paused itself.
 *
 * <p>A sick worker drops its slaves, gets no taskset at all until {@link #COOL_DOWN_SECONDS}
 * seconds have passed (the lifetime of a key), and this one afterwards only if nobody else serves
 * it.
 *
 * <p><b>What its trials count.</b> A bad trial that is judged <em>before</em> its worker is called
 * sick counts against max_trials and max_retries_total, and goes on doing so: a verdict is written
 * once. With max_trials 1 it has decided its task, and nothing tells a sick worker: nothing is
 * tried twice. Otherwise it is one trial of max_trials, since the next one is somebody else's. What
 * is judged <em>afterwards</em>, and what it still ran, is lost: it counts against neither.
 *
 * @param asked tasks that it failed since its last good trial, the last confirmation or the last
 *     pause, and that are tried again
 * @param confirmed of those that it failed since its last good trial, how many failed elsewhere,
 *     too
 * @param refuted how many passed elsewhere
 * @param restraint what it may do
 */
public record WorkerHealth(int asked, int confirmed, int refuted, Restraint restraint) {
  /** So many open questions in a row pause a worker: chance alone hardly brings that about. */
  public static final int PAUSED_AFTER = 5;

  /** So many tasks that passed elsewhere make it sick. */
  public static final int SICK_AFTER = 5;

  /** So long it gets nothing of this taskset while others answer; then it may ask as many again. */
  public static final int PAUSE_SECONDS = 10;

  /** So long a sick worker gets nothing at all. */
  public static final int COOL_DOWN_SECONDS = 300;

  private static final int REFUTED_FOR_ONE_CONFIRMED = 4;

  /** Nothing speaks against it. */
  public static final WorkerHealth GOOD = new WorkerHealth(0, 0, 0, Restraint.NONE);

  /** What a worker may do. */
  public enum Restraint {
    /** Anything. */
    NONE,
    /** Claim nothing for a while. */
    PAUSED,
    /** Nothing: it was taken off the taskset. */
    OFF
  }

  /**
   * It failed a task that has not failed elsewhere, and that is tried again.
   *
   * @param someoneElse whether another worker of ours serves the taskset, lives and is not paused
   */
  public WorkerHealth asks(boolean someoneElse) {
    return asked + 1 >= PAUSED_AFTER && someoneElse
        ? new WorkerHealth(0, confirmed, refuted, Restraint.PAUSED)
        : new WorkerHealth(asked + 1, confirmed, refuted, restraint);
  }

  /** A task that it failed has failed on another worker for the first time. */
  public WorkerHealth isConfirmed() {
    Restraint after = restraint == Restraint.PAUSED ? Restraint.NONE : restraint;
    return new WorkerHealth(0, confirmed + 1, refuted, after);
  }

  /**
   * A task that it failed has passed on another worker, on which it had not failed, and which
   * serves the taskset, lives and is not paused. The worker is ours and serves it, too.
   */
  public WorkerHealth isRefuted() {
    int now = refuted + 1;
    boolean sick = now >= SICK_AFTER && confirmed * REFUTED_FOR_ONE_CONFIRMED <= now;
    return sick
        ? new WorkerHealth(0, 0, 0, Restraint.OFF)
        : new WorkerHealth(asked, confirmed, now, restraint);
  }

  /** A task has passed on it. */
  public WorkerHealth passes() {
    return restraint == Restraint.OFF ? this : GOOD;
  }
}
