package io.rrrspec.worker.slave;

import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.TrialStore.CompanionState;
import io.rrrspec.common.store.TrialStore.Milestone;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * One of two JVMs that run at the same time, so that it is seen whether they disturb each other:
 * the companion runs the classes that ran beside a failure, and the other one the class that
 * failed. They meet in Redis. A step runs one class at most, and waits for nothing.
 */
final class ConflictProbe {
  /** How long to wait between steps that found nothing to do. */
  static final Duration PAUSE = Duration.ofMillis(50);

  /** A JVM needs some seconds to start. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private final TrialStore trials;
  private final Claim.Run run;
  private final LongSupplier nanoTime;
  private final RedisRetry retry;
  private final long start;
  private boolean ready;
  private boolean begun;
  private int ran;
  private long begins = Long.MAX_VALUE;

  /** What to do next. */
  enum Next {
    /** Nothing for a moment. */
    WAIT,
    /** Run the class that failed. */
    RUN,
    /** End: nobody waits for a result any more. */
    END,
    /** Report that the companion has run until the class beside it had ended. */
    DONE,
    /** Report that the probe could not be made. */
    GIVE_UP
  }

  ConflictProbe(TrialStore trials, Claim.Run run, RedisRetry retry, LongSupplier nanoTime) {
    this.trials = trials;
    this.run = run;
    this.retry = retry;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  /**
   * Goes on.
   *
   * @param runs runs a class in this JVM, and returns whether the JVM can go on after it
   */
  Next step(Predicate<String> runs) {
    return run.company() instanceof Claim.Company.Beside beside
        ? stepBeside(beside)
        : stepAsCompanion(runs);
  }

  private Next stepBeside(Claim.Company.Beside beside) {
    if (!ready) {
      reach(beside.companion(), Milestone.READY);
      ready = true;
    }
    CompanionState companion = state(beside.companion(), Milestone.BEGUN);
    if (companion == CompanionState.OVER) {
      return Next.GIVE_UP;
    }
    long now = nanoTime.getAsLong();
    if (companion == CompanionState.REACHED && begins == Long.MAX_VALUE) {
      begins = now + beside.delay().toNanos();
    }
    if (now < begins) {
      // What the companion runs first has time limits of its own.
      return Next.WAIT;
    }
    reach(run.trial(), Milestone.REACHED);
    return Next.RUN;
  }

  private Next stepAsCompanion(Predicate<String> runs) {
    CompanionState self = state(run.trial(), Milestone.READY);
    if (self == CompanionState.OVER) {
      return Next.END;
    }
    if (self == CompanionState.WAITS) {
      boolean late = nanoTime.getAsLong() - start > LONGEST_WAIT.toNanos();
      return late ? Next.GIVE_UP : Next.WAIT;
    }
    if (isReleased()) {
      return Next.DONE;
    }
    int first = run.company() instanceof Claim.Company.Companion companion ? companion.first() : 0;
    if (!begun && ran >= first) {
      reach(run.trial(), Milestone.BEGUN);
      begun = true;
    }
    // What they have left behind stays with this JVM when all have run.
    if (ran == run.after().size() || runs.test(run.after().get(ran++))) {
      return Next.WAIT;
    }
    // What it can no longer do does not matter if the other class has ended meanwhile.
    return isReleased() ? Next.DONE : Next.GIVE_UP;
  }

  private boolean isReleased() {
    return state(run.trial(), Milestone.RELEASED) == CompanionState.REACHED;
  }

  private void reach(String trial, Milestone milestone) {
    retry.call(
        () -> {
          trials.reach(trial, milestone);
          return "";
        });
  }

  private CompanionState state(String trial, Milestone milestone) {
    return retry.call(() -> trials.companion(trial, milestone));
  }
}
