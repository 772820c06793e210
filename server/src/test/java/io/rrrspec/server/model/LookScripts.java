package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.NONE;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.server.model.Look.Mode;
import io.rrrspec.server.model.Look.Outcome;
import io.rrrspec.server.model.World.Closed;
import io.rrrspec.server.model.World.Probe;
import io.rrrspec.server.model.World.Slave;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Trial;
import io.rrrspec.server.model.World.Worker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Scripts} do about classes that fail after others: {@code include/probe.lua}, and the
 * part of {@code claim_task} that gives probes away and keeps known pairs apart.
 */
final class LookScripts {
  /** What a slave may do with a task that it meets. */
  enum Visit {
    TAKE,
    /** Only a JVM that has not run what this one has may take it; this one may end for that. */
    LEAVE,
    /** Another worker comes first. */
    KEEP,
    /** As with any other task. */
    AS_ANY
  }

  private final Scripts scripts;
  private final Bounds bounds;

  LookScripts(Scripts scripts) {
    this.scripts = scripts;
    this.bounds = scripts.bounds;
  }

  static boolean isLookedAt(World w, int task) {
    return w.tasks.get(task).look != null;
  }

  // What a JVM has run

  /** A new life has run nothing, and nobody knows any more what came before a trial of the last. */
  void registered(World w, int place) {
    w.slaves.get(place).ran = List.of();
    for (Task task : w.tasks) {
      for (Trial trial : task.trials) {
        if (trial.slave == place) {
          trial.before = null;
        }
      }
    }
  }

  void taken(World w, int place, int task, Trial trial) {
    if (!bounds.looks) {
      return;
    }
    Slave s = w.slaves.get(place);
    Task of = w.tasks.get(task);
    List<Integer> ran = new ArrayList<>(s.ran);
    trial.before = s.ran;
    Look look = of.look;
    if (look != null) {
      trial.probe = look.after ? Probe.AFTER : Probe.ALONE;
      of.probeWorker = bounds.workerOf(place);
      ran.addAll(look.list);
    }
    ran.add(task);
    s.ran = List.copyOf(ran);
  }

  // The claim

  Visit visit(World w, int place, int task) {
    if (isLookedAt(w, task)) {
      return visitProbe(w, place, task);
    }
    boolean spoilt =
        bounds.apartConfirmed
            && !bounds.culprits(task).isEmpty()
            && Look.haveRun(w.slaves.get(place).ran, bounds.culprits(task));
    return spoilt && scripts.holds(Guard.CLAIM_KEEPS_A_KNOWN_PAIR_APART)
        ? Visit.LEAVE
        : Visit.AS_ANY;
  }

  private Visit visitProbe(World w, int place, int task) {
    Task of = w.tasks.get(task);
    Look look = of.look;
    if (of.probeWorker != NONE
        && of.probeWorker != bounds.workerOf(place)
        && look != null
        && scripts.holds(Guard.CLAIM_KEEPS_PROBES_ON_ONE_WORKER)) {
      Worker k = w.workers.get(of.probeWorker);
      if (k.beats && k.serves) {
        return Visit.KEEP;
      }
      of.probeWorker = NONE;
      of.freshAsked = false;
      of.look = look.again();
    }
    boolean fresh =
        w.slaves.get(place).ran.isEmpty()
            || !scripts.holds(Guard.CLAIM_GIVES_A_PROBE_TO_A_FRESH_JVM);
    return fresh ? Visit.TAKE : Visit.LEAVE;
  }

  /** Whether a slave ends for a task now; not while the JVM of the last that did may still come. */
  boolean mayAskForAFreshJvm(World w, int task, boolean late) {
    boolean waits = w.tasks.get(task).freshAsked;
    return scripts.holds(Guard.CLAIM_ASKS_FOR_A_FRESH_JVM)
        && (!waits || (late && scripts.holds(Guard.CLAIM_ASKS_AGAIN_FOR_A_FRESH_JVM)));
  }

  // The arbiter

  /** Takes a retry from the budget, if one is left. */
  boolean afford(World w) {
    if (bounds.budget < 0) {
      return true;
    }
    if (w.retries >= bounds.budget) {
      return false;
    }
    w.retries++;
    return true;
  }

  /** Whether a task that would be decided as failed is looked at again. */
  boolean begin(World w, int task) {
    Task of = w.tasks.get(task);
    if (!bounds.looks || bounds.failFast > 0 || of.look != null) {
      return false;
    }
    List<Integer> shortest = null;
    for (Trial trial : of.trials) {
      if (trial.verdict == TrialVerdict.BAD) {
        List<Integer> before = trial.before;
        if (before == null || before.isEmpty() || !namesItsTest(trial)) {
          return false;
        }
        shortest = shortest == null || before.size() < shortest.size() ? before : shortest;
      }
    }
    if (shortest == null || !afford(w)) {
      return false;
    }
    List<Integer> culprits = bounds.culprits(task);
    boolean known = !culprits.isEmpty() && Look.haveRun(shortest, culprits);
    w.probing++;
    queue(w, task, new Look(shortest, known ? culprits : null, known && bounds.apartConfirmed));
    return true;
  }

  /** Whether the same test failed in it as always: there is one in the model. */
  private static boolean namesItsTest(Trial trial) {
    return trial.status == TrialStatus.FAILED && trial.closed == Closed.BY_SLAVE;
  }

  private static void queue(World w, int task, Look look) {
    Task of = w.tasks.get(task);
    of.look = look;
    of.freshAsked = false;
    // One search after the other.
    boolean search = look.mode != Mode.BEGIN && look.mode != Mode.REPLAY;
    w.retry.add(search ? 0 : w.retry.size(), task);
  }

  /** Judges a probe that is not lost. */
  void judge(World w, int task, Trial trial, boolean timeIsUp) {
    Task of = w.tasks.get(task);
    Look look = of.look;
    if (look == null) {
      throw new IllegalStateException("a probe of a task that nobody looks at");
    }
    TrialStatus truth = trial.closed == Closed.BY_SLAVE ? trial.truth : TrialStatus.ERROR;
    of.evidence = of.evidence.and(trial.worker, trial.probe, truth);
    Outcome outcome = learn(w, look, trial, timeIsUp);
    boolean green = outcome == Outcome.FOUND && !bounds.looksFail;
    trial.verdict = green ? TrialVerdict.valueOf(trial.status.name()) : TrialVerdict.PROBE;
    if (!trial.status.isGood() && !scripts.holds(Guard.JUDGE_DOES_NOT_COUNT_PROBES)) {
      of.bad++;
    }
    if (outcome == null) {
      queue(w, task, look);
    } else {
      end(w, of, outcome, green ? TaskStatus.valueOf(trial.status.name()) : TaskStatus.FAILED);
    }
  }

  private @Nullable Outcome learn(World w, Look look, Trial trial, boolean timeIsUp) {
    boolean good = trial.status.isGood();
    boolean alike = namesItsTest(trial) || !scripts.holds(Guard.JUDGE_WANTS_THE_SAME_FAILURE);
    if (!good && look.after && !alike) {
      return Outcome.CHANCE;
    }
    boolean confirms = look.mode == Mode.CONFIRM && !look.after && good;
    Outcome outcome = look.learn(!good);
    if (confirms && !scripts.holds(Guard.JUDGE_LOOKS_UNTIL_IT_IS_CONFIRMED)) {
      return Outcome.FOUND;
    }
    if (outcome != null) {
      return outcome;
    }
    if (scripts.stopped(w)) {
      return Outcome.STOPPED;
    }
    if (look.mode == Mode.REPLAY) {
      return afford(w) ? null : Outcome.BUDGET;
    }
    // What has been found is confirmed, however late it is.
    boolean searches = look.mode != Mode.CONFIRM;
    return searches && timeIsUp && nothingElseIsLeft(w) ? Outcome.TIME : null;
  }

  /** Whether all that is left is looked at again: only then the search takes time of the run. */
  static boolean nothingElseIsLeft(World w) {
    return w.tasks.stream().filter(task -> task.left).count() <= w.probing;
  }

  /** Decides a task that was looked at again. */
  void end(World w, Task of, Outcome outcome, TaskStatus decision) {
    of.look = null;
    of.outcome = outcome;
    if (scripts.holds(Guard.JUDGE_TELLS_WHEN_A_LOOK_ENDS)) {
      w.probing--;
    }
    scripts.decide(w, of, decision);
  }
}
