package io.rrrspec.worker.slave;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialAffinity;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.TrialStore.Finish;
import io.rrrspec.common.store.TrialStore.Milestone;
import io.rrrspec.worker.slave.jvm.HeapReserve;
import io.rrrspec.worker.slave.jvm.ParentWatch;
import io.rrrspec.worker.slave.jvm.ShutdownWatch;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import io.rrrspec.worker.slave.jvm.Traces;
import io.rrrspec.worker.slave.runner.TaskRunner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Claims tasks one after the other, has them run, reports; on the main thread, as Surefire does.
 */
public final class SlaveLoop {
  /** More trials than a task ever has. */
  private static final int MOST_COMPARISONS = 200;

  private static final long SHORTEST_WAIT_MILLIS = 5_000;
  private static final long LONGEST_WAIT_MILLIS = 10_000;

  private static final String ENDING =
      "its JVM ended before it began: a test that ran there before had called System.exit";

  private final TrialStore trials;
  private final Taskset taskset;
  private final String slaveKey;
  private final long life;
  private final RedisRetry retry;
  private final Consumer<TrialNote> note;
  private volatile @Nullable String openTrial;
  private boolean spoilt;
  private String notRun = "";
  private @Nullable Claim told;
  private @Nullable TrialResult result;
  private boolean onlyOne;
  private EarlierFailures earlier = EarlierFailures.NONE;
  private @Nullable ConflictProbe conflict;
  private int comparisons;

  /**
   * Makes one that has announced itself.
   *
   * @param note is told what runs from now on
   */
  public SlaveLoop(
      TrialStore trials,
      Taskset taskset,
      String slaveKey,
      long life,
      RedisRetry retry,
      Consumer<TrialNote> note) {
    this.trials = trials;
    this.taskset = taskset;
    this.slaveKey = slaveKey;
    this.life = life;
    this.retry = retry;
    this.note = note;
  }

  /** Ends after one task, because the next one gets a JVM of its own. */
  void endAfterOne() {
    onlyOne = true;
  }

  /** Works until there is a reason to end. */
  SlaveExit work(TaskRunner runner) {
    while (true) {
      SlaveExit exit = step(runner);
      if (exit != null) {
        return exit;
      }
      if (told instanceof Claim.Wait wait) {
        retry.call(
            () -> {
              trials.awaitWake(taskset.key(), waitFor(wait));
              return "";
            });
      } else if (told instanceof Claim.Pause pause) {
        sleep(pause.time());
      } else if (conflict != null) {
        sleep(ConflictProbe.PAUSE);
      }
    }
  }

  /**
   * Does one thing: asks for a task, runs it, or reports what came of it and asks for the next.
   * What fails with an exception is done again by the next step.
   *
   * @return why the slave ends, or null: it goes on
   */
  public @Nullable SlaveExit step(TaskRunner runner) {
    Claim now = told;
    TrialResult done = result;
    if (ShutdownWatch.hasBegun()) {
      letGo(now, done);
      ShutdownWatch.hold();
    }
    if (now instanceof Claim.Run run && done == null) {
      // Before it runs: afterwards a test may have left a JVM that can read nothing.
      comparisons = 0;
      earlier = run.others() == 0 ? EarlierFailures.NONE : earlier(run);
      if (run.company() != null) {
        SlaveExit end = meet(runner, run);
        if (end != null || result != null || conflict != null || told == null) {
          return end;
        }
      } else if (!runBefore(runner, run)) {
        return null;
      }
      openTrial = run.trial();
      result = run(runner, run);
      if (onlyOne) {
        // Nobody comes after it.
        result = result.with(TrialAffinity.NONE);
      }
      openTrial = null;
      ParentWatch.holdOrphans();
      return null;
    }
    if (now instanceof Claim.Run run && done != null) {
      if (spoilt || !runner.reusable()) {
        report(run, done);
        note(TrialNote.ENDS);
        return SlaveExit.SPOILT;
      }
      if (onlyOne) {
        report(run, done);
        note(TrialNote.ENDS);
        return SlaveExit.CHANGE;
      }
      note("");
      try {
        Claim next = reportAndClaim(run, done);
        if (next instanceof Claim.Compare) {
          readAgain(run);
          return null;
        }
        told = next;
      } catch (OutOfMemoryError e) {
        // What tests hold leaves no room for the report of one that may have passed.
        HeapReserve.release();
        report(run, done);
        note(TrialNote.ENDS);
        return SlaveExit.SPOILT;
      }
      result = null;
    } else {
      told = retry.call(() -> trials.claim(taskset.key(), slaveKey, life));
    }
    if (told instanceof Claim.Run run) {
      note(run.trial());
    }
    SlaveExit end = endOf(told);
    if (end != null) {
      note(TrialNote.ENDS);
    }
    return end;
  }

  /**
   * This JVM ends, since somebody called System.exit. What has not begun is not to blame; what has
   * passed has passed; what failed may have failed for that reason, and nobody can tell.
   */
  private void letGo(@Nullable Claim claim, @Nullable TrialResult done) {
    if (!(claim instanceof Claim.Run run)) {
      return;
    }
    if (done == null) {
      retry.call(() -> trials.giveBack(slaveKey, taskset.key(), life, ENDING));
      note(TrialNote.ENDS);
    } else if (EarlierFailures.isGood(earlier.against(done))) {
      report(run, done);
      note(TrialNote.ENDS);
    }
  }

  private static @Nullable SlaveExit endOf(Claim claim) {
    if (claim instanceof Claim.Fresh) {
      return SlaveExit.FRESH;
    }
    if (claim instanceof Claim.Change) {
      return SlaveExit.CHANGE;
    }
    if (claim instanceof Claim.Gone) {
      return SlaveExit.GONE;
    }
    return claim instanceof Claim.Over || claim instanceof Claim.Leave ? SlaveExit.NORMAL : null;
  }

  /** What it was told last, and null before it has asked. */
  public @Nullable Claim told() {
    return told;
  }

  /** Whether it has run what it was given, and has not reported that. */
  public boolean isToReport() {
    return result != null;
  }

  /**
   * Takes a step of a probe that needs two JVMs. It is over as soon as there is no {@link
   * #conflict}: then the class runs, unless there is a result already.
   */
  private @Nullable SlaveExit meet(TaskRunner runner, Claim.Run run) {
    ConflictProbe probe = conflict;
    if (probe == null) {
      probe = new ConflictProbe(trials, run, retry, System::nanoTime);
      conflict = probe;
    }
    ConflictProbe.Next next = probe.step(neighbour -> runBeside(runner, neighbour));
    if (next == ConflictProbe.Next.WAIT) {
      return null;
    }
    conflict = null;
    if (next == ConflictProbe.Next.GIVE_UP) {
      String why = notRun.isEmpty() ? "the JVM beside it ended, or did not come" : notRun;
      result = TrialResult.error(why, "", "");
    } else if (next == ConflictProbe.Next.DONE) {
      // It says nothing about the task, so there is nothing to compare it with.
      TrialResult done = new TrialResult(TrialStatus.PASSED, "", "", 0, 0, 0, List.of(), null, 0);
      retry.call(() -> trials.finish(run.trial(), slaveKey, taskset.key(), done));
      told = null;
      note("");
      if (spoilt || !runner.reusable()) {
        note(TrialNote.ENDS);
        return SlaveExit.SPOILT;
      }
    } else if (next == ConflictProbe.Next.END) {
      note(TrialNote.ENDS);
      return SlaveExit.FRESH;
    }
    return null;
  }

  private @Nullable Duration estimateOf(String specFile) {
    return retry.call(() -> trials.estimates(taskset.key(), List.of(specFile))).get(0).orElse(null);
  }

  /**
   * Runs a class of which nobody wants to know the result.
   *
   * @return whether this JVM can go on
   */
  private boolean runOther(TaskRunner runner, String specFile, @Nullable Duration estimate) {
    return canGoOn(runner, run(runner, specFile, null, estimate));
  }

  /** The same beside another JVM: of a class that cannot run nobody learns what it does there. */
  private boolean runBeside(TaskRunner runner, String specFile) {
    TrialResult done = run(runner, specFile, null, estimateOf(specFile));
    if (done.status() == TrialStatus.ERROR && done.failed() == 0 && done.cases().isEmpty()) {
      notRun = specFile + ": " + done.reason();
      return false;
    }
    return canGoOn(runner, done);
  }

  private boolean canGoOn(TaskRunner runner, TrialResult done) {
    return !ShutdownWatch.hasBegun()
        && !spoilt
        && runner.reusable()
        && done.status() != TrialStatus.TIMEOUT;
  }

  /**
   * Runs what a probe runs before its own task, as it ran when that failed. What comes of it was
   * reported by other trials.
   *
   * @return false if the probe cannot go on; then its result says why
   */
  private boolean runBefore(TaskRunner runner, Claim.Run run) {
    if (run.after().isEmpty()) {
      return true;
    }
    List<Optional<Duration>> estimates =
        retry.call(() -> trials.estimates(taskset.key(), run.after()));
    for (int i = 0; i < run.after().size(); i++) {
      String before = run.after().get(i);
      if (!runOther(runner, before, estimates.get(i).orElse(null))) {
        if (!ShutdownWatch.hasBegun()) {
          result = TrialResult.error("this JVM could not go on after " + before, "", "");
        }
        return false;
      }
    }
    retry.call(
        () -> {
          trials.reach(run.trial(), Milestone.REACHED);
          return "";
        });
    return true;
  }

  private TrialResult run(TaskRunner runner, Claim.Run run) {
    return run(runner, run.specFile(), run.part(), run.estimate());
  }

  private TrialResult run(
      TaskRunner runner, String specFile, @Nullable ClassPart part, @Nullable Duration estimate) {
    TimeLimits limits =
        TimeLimits.of(
            estimate,
            Duration.ofSeconds(taskset.leastTimeoutSec()),
            Duration.ofSeconds(taskset.unknownSpecTimeoutSec()));
    try {
      return runner.run(specFile, part, limits);
    } catch (Exception | LinkageError e) {
      return notRun(e);
    } catch (VirtualMachineError e) {
      // The heap, or the stack, was too small for our own code around the test.
      HeapReserve.release();
      spoilt = true;
      return notRun(e);
    }
  }

  private static TrialResult notRun(Throwable e) {
    return TrialResult.error("it could not be run: " + e, "", Traces.of(e));
  }

  /**
   * Notes what has failed if this JVM ends now; not of classes that a probe runs before its own.
   *
   * @param tests what runs, without a message, and what has failed before
   */
  public void noteRunning(List<CaseResult> tests) {
    String trial = openTrial;
    if (trial != null) {
      note.accept(new TrialNote(trial, tests));
    }
  }

  private void note(String trial) {
    note.accept(new TrialNote(trial, List.of()));
  }

  /** The hard limit has passed: reports what there is. The caller ends the JVM. */
  public void reportTimeout(TrialResult partial) {
    String trial = openTrial;
    if (trial != null) {
      retry.call(() -> trials.finish(trial, slaveKey, taskset.key(), partial));
    }
  }

  private Claim reportAndClaim(Claim.Run run, TrialResult done) {
    TrialResult compared = earlier.against(done);
    int with = earlier.trials();
    return retry.call(
        () -> trials.finishAndClaim(run.trial(), slaveKey, taskset.key(), compared, with, life));
  }

  private void report(Claim.Run run, TrialResult done) {
    while (true) {
      TrialResult compared = earlier.against(done);
      int with = earlier.trials();
      Finish finish =
          retry.call(() -> trials.finish(run.trial(), slaveKey, taskset.key(), compared, with));
      if (finish != Finish.COMPARE) {
        return;
      }
      readAgain(run);
    }
  }

  /** Each time another trial has failed meanwhile; a task has a few, so there is an end to it. */
  private void readAgain(Claim.Run run) {
    if (++comparisons > MOST_COMPARISONS) {
      throw new IllegalStateException(
          "Redis counts more bad trials of " + run.task() + " than it shows");
    }
    earlier = earlier(run);
  }

  private EarlierFailures earlier(Claim.Run run) {
    return new EarlierFailures(
        run.specFile(), retry.call(() -> trials.badBeside(run.trial(), run.task())));
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      // A test may have left an interrupt for us: then it asks again a moment early.
      return;
    }
  }

  private static Duration waitFor(Claim.Wait wait) {
    Duration atMost = wait.atMost();
    // Spread, so that many idle slaves do not look all at once.
    return atMost != null
        ? atMost
        : Duration.ofMillis(
            ThreadLocalRandom.current().nextLong(SHORTEST_WAIT_MILLIS, LONGEST_WAIT_MILLIS));
  }
}
