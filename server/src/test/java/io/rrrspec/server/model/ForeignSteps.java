package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.NONE;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.server.model.Step.Kind;
import io.rrrspec.server.model.World.Doing;
import io.rrrspec.server.model.World.Slave;
import java.util.List;

/** What a foreign slave does: single commands, without any guard. */
final class ForeignSteps {
  private final Scripts scripts;

  ForeignSteps(Scripts scripts) {
    this.scripts = scripts;
  }

  void add(World w, int p, List<Step> steps) {
    Slave s = w.slaves.get(p);
    boolean there = s.doing != Doing.NOTHING;
    if (s.beats && (!there || s.cut)) {
      step(steps, p, "its heartbeat runs out", x -> scripts.foreignBeats(x, p, false));
    }
    if (!there) {
      return;
    }
    Cluster.crash(w, steps, () -> name(p) + " dies", x -> SlaveSteps.forget(x.slaves.get(p)));
    if (s.doing == Doing.RUN) {
      ends(p, TrialStatus.PASSED, Kind.GOOD_TEST, steps);
      ends(p, TrialStatus.FAILED, Kind.BAD_TEST, steps);
    }
    if (s.cut) {
      step(steps, p, "is back", x -> x.slaves.get(p).cut = false);
      return;
    }
    Cluster.crash(w, steps, () -> name(p) + " is cut off", x -> x.slaves.get(p).cut = true);
    if (!s.beats) {
      step(steps, p, "beats again", x -> scripts.foreignBeats(x, p, true));
    }
    commands(w, p, steps);
  }

  private void commands(World w, int p, List<Step> steps) {
    Slave s = w.slaves.get(p);
    switch (s.doing) {
      case CLAIM -> {
        if (w.status.isFinal()) {
          step(
              steps, p, "ends, since the taskset is over", x -> SlaveSteps.forget(x.slaves.get(p)));
        } else if (!w.queue.isEmpty()) {
          step(steps, p, "pops a task", x -> popped(x, p));
        } else if (w.check.isNowhere()) {
          step(steps, p, "finds nothing and asks for a check", scripts::foreignCheck);
        }
      }
      case POPPED -> {
        boolean tried = w.tasks.get(s.task).trials.stream().anyMatch(t -> t.slave == p);
        if (tried) {
          step(steps, p, "pushes back what it has tried", x -> pushBack(x, p));
        } else {
          step(steps, p, "begins a trial", x -> begin(x, p));
        }
      }
      case REPORT -> step(steps, p, "writes its result", x -> write(x, p));
      case TELL -> step(steps, p, "sends the message of its result", x -> tell(x, p));
      case NOTHING, REGISTER, RUN, EXITED -> {}
    }
  }

  private void popped(World x, int p) {
    Slave s = x.slaves.get(p);
    s.task = scripts.foreignPop(x);
    s.doing = Doing.POPPED;
  }

  private void pushBack(World x, int p) {
    Slave s = x.slaves.get(p);
    scripts.foreignPushBack(x, s.task);
    idle(s);
  }

  private void begin(World x, int p) {
    Slave s = x.slaves.get(p);
    scripts.foreignBegin(x, p, s.task);
    s.trial = x.tasks.get(s.task).trials.size() - 1;
    s.doing = Doing.RUN;
  }

  private void write(World x, int p) {
    Slave s = x.slaves.get(p);
    scripts.foreignWrite(x, s.task, s.trial, s.result);
    s.doing = Doing.TELL;
  }

  private void tell(World x, int p) {
    Slave s = x.slaves.get(p);
    scripts.foreignTell(x, s.task, s.trial);
    idle(s);
  }

  private static void idle(Slave s) {
    s.doing = Doing.CLAIM;
    s.task = NONE;
    s.trial = NONE;
    s.result = TrialStatus.OPEN;
  }

  private static void ends(int p, TrialStatus result, Kind kind, List<Step> steps) {
    steps.add(
        new Step(
            kind,
            () -> name(p) + ": the test ends as " + result.text(),
            x -> {
              Slave s = x.slaves.get(p);
              s.result = result;
              s.doing = Doing.REPORT;
              x.trial(s.task, s.trial).truth = result;
            }));
  }

  private static void step(
      List<Step> steps, int p, String words, java.util.function.Consumer<World> effect) {
    steps.add(new Step(Kind.FAIR, () -> name(p) + " " + words, effect));
  }

  private static String name(int p) {
    return "foreign slave " + p;
  }
}
