package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.NONE;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.server.model.Scripts.Claim;
import io.rrrspec.server.model.Step.Kind;
import io.rrrspec.server.model.World.Doing;
import io.rrrspec.server.model.World.Echo;
import io.rrrspec.server.model.World.Phase;
import io.rrrspec.server.model.World.Report;
import io.rrrspec.server.model.World.Slave;
import java.util.List;
import java.util.Locale;

/** What a slave's process does: register, claim, run, report, until it is told to end. */
final class SlaveSteps {
  private final Scripts scripts;
  private final Bounds bounds;

  SlaveSteps(Scripts scripts) {
    this.scripts = scripts;
    this.bounds = scripts.bounds;
  }

  /** What a slave has to report. */
  private record Result(TrialStatus status, Report report) {
    String text() {
      return status.text()
          + (report == Report.ODD ? ", oddly" : report == Report.REFUSED ? ", refused" : "");
    }
  }

  private static Result plain(TrialStatus status) {
    return new Result(status, Report.NONE);
  }

  void add(World w, int p, List<Step> steps) {
    Slave s = w.slaves.get(p);
    Echo echo = w.echo;
    if (echo != null && echo.slave() == p) {
      steps.add(
          new Step(Kind.FAIR, () -> name(p) + ": its old call arrives", x -> arrive(x, echo)));
    }
    if (!s.runs()) {
      return;
    }
    World.Worker worker = w.workers.get(bounds.workerOf(p));
    if (worker.phase == Phase.DOWN) {
      steps.add(
          new Step(
              Kind.FAIR,
              () -> name(p) + " ends: its parent is gone",
              x -> forget(x.slaves.get(p))));
    }
    Cluster.crash(w, steps, () -> name(p) + " dies", x -> die(x, p));
    if (!worker.cut) {
      calls(w, p, steps);
    }
  }

  private void calls(World w, int p, List<Step> steps) {
    Slave s = w.slaves.get(p);
    switch (s.doing) {
      case REGISTER -> {
        Cluster.call(
            w,
            steps,
            () -> name(p) + " registers",
            x -> scripts.register(x, p),
            (x, life) -> registered(x.slaves.get(p), life));
        delays(w, p, steps);
      }
      case CLAIM -> {
        claims(w, p, false, steps);
        if (!w.retry.isEmpty()) {
          claims(w, p, true, steps);
        }
        delays(w, p, steps);
      }
      case RUN -> {
        if (bounds.victim || bounds.allFail) {
          boolean fails = bounds.allFail || (s.task == bounds.tasks - 1 && s.ran.contains(0));
          ends(w, p, plain(fails ? TrialStatus.FAILED : TrialStatus.PASSED), Kind.FAIR, steps);
          return;
        }
        Report fits = bounds.isPart(s.task) ? Report.FITS : Report.NONE;
        ends(w, p, new Result(TrialStatus.PASSED, fits), Kind.GOOD_TEST, steps);
        ends(w, p, new Result(TrialStatus.FAILED, fits), Kind.BAD_TEST, steps);
        if (bounds.looks) {
          // Another failure than before, or none that names a test.
          ends(w, p, plain(TrialStatus.ERROR), Kind.FAULT, steps);
        }
        if (bounds.skips) {
          ends(w, p, new Result(TrialStatus.PENDING, fits), Kind.GOOD_TEST, steps);
        }
        if (bounds.oddParts && bounds.isPart(s.task)) {
          ends(w, p, new Result(TrialStatus.PASSED, Report.ODD), Kind.FAULT, steps);
          ends(w, p, new Result(TrialStatus.ERROR, Report.REFUSED), Kind.FAULT, steps);
        }
      }
      case REPORT -> {
        reports(w, p, new Result(s.result, s.report), Kind.FAIR, steps);
        delays(w, p, steps);
      }
      case NOTHING, EXITED, POPPED, TELL -> throw new IllegalStateException("no call of ours");
    }
  }

  /**
   * The test ends and its slave reports, in one step: nobody can tell the two apart, unless the
   * answer is lost.
   */
  private void ends(World w, int p, Result result, Kind kind, List<Step> steps) {
    reports(w, p, result, kind, steps);
    if (w.lostAnswers > 0 && w.echo == null) {
      World ended = w.copy();
      end(ended, p, result);
      int from = steps.size();
      delays(ended, p, steps);
      for (int n = from; n < steps.size(); n++) {
        Step delay = steps.get(n);
        steps.set(
            n,
            new Step(
                Kind.FAULT,
                () -> delay.words().get() + ", of " + result.text(),
                x -> {
                  end(x, p, result);
                  delay.effect().accept(x);
                }));
      }
    }
  }

  private static void end(World x, int p, Result result) {
    Slave s = x.slaves.get(p);
    s.result = result.status();
    s.report = result.report();
    s.doing = Doing.REPORT;
    LostWrites.note(x, s, result.status());
  }

  private void delays(World w, int p, List<Step> steps) {
    if (w.lostAnswers > 0 && w.echo == null) {
      String verb = verb(w.slaves.get(p).doing);
      steps.add(
          new Step(
              Kind.FAULT,
              () -> name(p) + ": its call (" + verb + ") is on its way for long",
              x -> delay(x, p)));
    }
  }

  static void registered(Slave s, int life) {
    if (life == 0) {
      exit(s);
    } else {
      s.knownLife = life;
      s.doing = Doing.CLAIM;
    }
  }

  private void claims(World w, int p, boolean late, List<Step> steps) {
    int life = w.slaves.get(p).knownLife;
    Cluster.call(
        w,
        steps,
        () -> name(p) + " claims" + when(late),
        x -> scripts.claim(x, p, life, late),
        (x, claim) -> claimed(x.slaves.get(p), claim));
  }

  private void reports(World w, int p, Result result, Kind kind, List<Step> steps) {
    reports(w, p, result, kind, false, steps);
    if (!w.retry.isEmpty()) {
      reports(w, p, result, kind, true, steps);
    }
    if (result.status() == TrialStatus.FAILED) {
      Slave s = w.slaves.get(p);
      Cluster.call(
          w,
          steps,
          kind,
          () -> name(p) + " reports " + what(s, result) + " and ends, since its JVM is spoilt",
          x -> {
            end(x, p, result);
            return scripts.finish(x, p, s.task, s.trial, result.status(), result.report());
          },
          (x, done) -> exit(x.slaves.get(p), isLost(x.slaves.get(p))));
    }
  }

  private void reports(World w, int p, Result result, Kind kind, boolean late, List<Step> steps) {
    Slave s = w.slaves.get(p);
    Cluster.call(
        w,
        steps,
        kind,
        () -> name(p) + " reports " + what(s, result) + " and claims" + when(late),
        x -> {
          end(x, p, result);
          return scripts.finishAndClaim(
              x, p, s.task, s.trial, result.status(), result.report(), s.knownLife, late);
        },
        (x, claim) -> claimed(x.slaves.get(p), claim));
  }

  private static String when(boolean late) {
    return late ? ", when retries have waited for 2 s" : "";
  }

  private static void claimed(Slave s, Claim claim) {
    s.task = NONE;
    s.trial = NONE;
    s.result = TrialStatus.OPEN;
    s.report = Report.NONE;
    switch (claim) {
      case TASK -> {
        s.doing = Doing.RUN;
        s.task = s.openTask;
        s.trial = s.openTrial;
      }
      case WAIT -> s.doing = Doing.CLAIM;
      case FRESH, OVER -> exit(s);
      case GONE -> exit(s, true);
    }
  }

  private static void delay(World x, int p) {
    Slave s = x.slaves.get(p);
    x.lostAnswers--;
    x.echo = new Echo(s.doing, p, s.task, s.trial, s.result, s.report, s.knownLife);
  }

  private void arrive(World x, Echo e) {
    x.echo = null;
    switch (e.call()) {
      case REGISTER -> scripts.register(x, e.slave());
      case CLAIM -> scripts.claim(x, e.slave(), e.life(), false);
      case REPORT ->
          scripts.finishAndClaim(
              x, e.slave(), e.task(), e.trial(), e.result(), e.report(), e.life(), false);
      case NOTHING, RUN, EXITED, POPPED, TELL -> throw new IllegalStateException("no call of ours");
    }
  }

  private void die(World x, int p) {
    if (x.workers.get(bounds.workerOf(p)).phase == Phase.DOWN) {
      forget(x.slaves.get(p));
    } else {
      Slave s = x.slaves.get(p);
      exit(s, isLost(s));
    }
  }

  /** Whether what it holds by Redis is not what it ran last: its worker has a note of that. */
  private static boolean isLost(Slave s) {
    return s.task != NONE && (s.stray || s.trial == World.LOST || !s.holds(s.task, s.trial));
  }

  /** Its process ends. */
  static void exit(Slave s) {
    exit(s, false);
  }

  /** The same, and what it holds by Redis is nobody's fault. */
  static void exit(Slave s, boolean lost) {
    boolean stray = s.stray;
    forget(s);
    s.doing = Doing.EXITED;
    s.buryAsLost = lost;
    s.stray = stray;
  }

  /** Its process is gone, and nobody sees it. */
  static void forget(Slave s) {
    s.doing = Doing.NOTHING;
    s.task = NONE;
    s.trial = NONE;
    s.result = TrialStatus.OPEN;
    s.report = Report.NONE;
    s.knownLife = 0;
    s.buryAsLost = false;
    s.stray = false;
  }

  static String name(int p) {
    return "slave " + p;
  }

  private static String verb(Doing doing) {
    return doing.name().toLowerCase(Locale.ROOT);
  }

  private String what(Slave s, Result result) {
    return bounds.task(s.task) + " trial " + s.trial + " as " + result.text();
  }
}
