package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.NONE;
import static io.rrrspec.server.model.World.PAST;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.server.model.World.Closed;
import io.rrrspec.server.model.World.Doing;
import io.rrrspec.server.model.World.Echo;
import io.rrrspec.server.model.World.Slave;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Trial;
import io.rrrspec.server.model.World.Worker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes from a world what can make no difference to anything that may still happen, so that worlds
 * which differ in nothing else are one.
 */
final class Essence {
  private final Bounds bounds;

  Essence(Bounds bounds) {
    this.bounds = bounds;
  }

  void reduce(World w) {
    boolean over = w.status.isFinal();
    if (over) {
      w.cancels = 0;
      w.badSetUps = 0;
    }
    for (Worker k : w.workers) {
      reduce(k, over, w.badSetUps > 0);
    }
    for (int p = 0; p < w.slaves.size(); p++) {
      if (!bounds.isForeign(p)) {
        reduceSlave(w, p);
      }
    }
    for (int t = 0; t < w.tasks.size(); t++) {
      Task task = w.tasks.get(t);
      boolean done = over || task.isOver();
      for (Trial trial : task.trials) {
        reduce(trial, done, mayBeLookedAt(w, task));
        reduceReport(w, t, trial, done);
      }
      forgetSettled(w, t);
      if (done) {
        // Nobody claims it any more.
        task.settledOn = 0;
        task.trials.forEach(trial -> trial.worker = NONE);
      }
      reduceLook(w, task, done);
    }
    if (bounds.parts > 0 && w.tasks.get(PartScripts.CLASS).status.isFinal()) {
      w.slaves.forEach(s -> s.ran = List.of());
    }
  }

  /** What a part says of its class matters until that is known to run whole. */
  private void reduceReport(World w, int task, Trial trial, boolean done) {
    if (bounds.parts == 0) {
      return;
    }
    Task whole = w.tasks.get(PartScripts.CLASS);
    boolean known = whole.whole || whole.status.isFinal() || w.status.isFinal();
    boolean judged = trial.verdict != null || done;
    if (judged && (known || !PartScripts.isGood(trial) || bounds.isDivided(task))) {
      trial.report = World.Report.NONE;
    }
  }

  private static void reduce(Worker k, boolean over, boolean hopeMatters) {
    if (over) {
      k.left = false;
      k.reserved = false;
    }
    if (!hopeMatters) {
      k.logged = false;
      k.finished = false;
      k.wasSetUp = false;
    }
  }

  private static void reduceSlave(World w, int p) {
    Slave s = w.slaves.get(p);
    Echo echo = w.echo;
    if (w.doomedSlave == p || (echo != null && echo.slave() == p)) {
      return;
    }
    if (s.ended && s.doing == Doing.NOTHING) {
      // Its worker will start another, with a key of its own.
      w.tasks.forEach(task -> task.trials.forEach(trial -> leave(trial, p)));
      w.slaves.set(p, new Slave());
      return;
    }
    // Lives are only compared.
    if (s.life > 0) {
      boolean same = s.knownLife == 0 || s.knownLife == s.life;
      s.life = same ? 1 : 2;
      s.knownLife = Math.min(s.knownLife, 1);
    }
  }

  private static void reduceLook(World w, Task task, boolean decided) {
    if (decided) {
      task.outcome = null;
      task.probeWorker = NONE;
      task.freshAsked = false;
      task.evidence = World.Evidence.NONE;
      task.trials.forEach(trial -> trial.probe = World.Probe.NO);
    }
    for (Trial trial : task.trials) {
      boolean mayBegin = trial.verdict == null || trial.verdict == TrialVerdict.BAD;
      if (decided || task.look != null || !mayBegin) {
        // Asked only when a look begins.
        trial.before = List.of();
      }
    }
    if (w.status.isFinal()) {
      w.slaves.forEach(s -> s.ran = List.of());
    }
  }

  private static void leave(Trial trial, int p) {
    if (trial.slave == p) {
      trial.slave = PAST;
    }
  }

  private static void reduce(Trial trial, boolean decided, boolean mayBeLookedAt) {
    TrialVerdict verdict = trial.verdict;
    boolean counted =
        (verdict == TrialVerdict.BAD && !mayBeLookedAt)
            || verdict == TrialVerdict.LOST
            || verdict == TrialVerdict.PROBE;
    boolean late = trial.status.isFinal() && (verdict == TrialVerdict.SUPERSEDED || decided);
    if (counted || (late && (verdict == null || verdict == TrialVerdict.SUPERSEDED))) {
      trial.status = TrialStatus.ERROR;
      trial.closed = Closed.BY_OTHER;
      trial.truth = TrialStatus.OPEN;
      trial.lost = verdict == TrialVerdict.LOST;
    }
  }

  /** Trials that have their verdict and are in nobody's hands: only their number counts. */
  private void forgetSettled(World w, int t) {
    Task task = w.tasks.get(t);
    List<Trial> kept = new ArrayList<>();
    int[] numbers = new int[task.trials.size()];
    for (int n = 0; n < numbers.length; n++) {
      Trial trial = task.trials.get(n);
      if (isSettled(w, t, n, trial)) {
        numbers[n] = NONE;
        if (trial.worker != NONE && !trial.lost) {
          task.settledOn |= 1 << trial.worker;
        }
        task.settledBad += trial.verdict == TrialVerdict.BAD ? 1 : 0;
        task.settledLost += trial.verdict == TrialVerdict.LOST ? 1 : 0;
      } else {
        numbers[n] = kept.size();
        kept.add(trial);
      }
    }
    if (kept.size() == numbers.length) {
      return;
    }
    task.trials.clear();
    task.trials.addAll(kept);
    for (Slave s : w.slaves) {
      s.trial = s.task == t && s.trial >= 0 ? numbers[s.trial] : s.trial;
      s.openTrial = s.openTask == t && s.openTrial >= 0 ? numbers[s.openTrial] : s.openTrial;
    }
    Echo e = w.echo;
    if (e != null && e.task() == t && e.trial() >= 0) {
      w.echo =
          new Echo(e.call(), e.slave(), t, numbers[e.trial()], e.result(), e.report(), e.life());
    }
  }

  /** Whether a look at it may begin: then its bad trials are looked at. */
  private boolean mayBeLookedAt(World w, Task task) {
    return bounds.looks && task.look == null && !task.status.isFinal() && !w.status.isFinal();
  }

  private boolean isSettled(World w, int t, int n, Trial trial) {
    if (trial.slave != PAST
        || trial.status == TrialStatus.OPEN
        || trial.verdict == null
        || trial.verdict == TrialVerdict.PASSED
        || trial.verdict == TrialVerdict.PENDING
        || (trial.verdict == TrialVerdict.BAD && mayBeLookedAt(w, w.tasks.get(t)))
        || !trial.mail.isNowhere()) {
      return false;
    }
    for (Slave s : w.slaves) {
      if ((s.task == t && s.trial == n) || (s.openTask == t && s.openTrial == n)) {
        return false;
      }
    }
    return !isNamed(w.echo, t, n);
  }

  private static boolean isNamed(@Nullable Echo e, int t, int n) {
    return e != null && e.task() == t && e.trial() == n;
  }
}
