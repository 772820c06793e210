package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.PAST;

import io.rrrspec.server.model.Step.Kind;
import io.rrrspec.server.model.World.Doing;
import io.rrrspec.server.model.World.Owner;
import io.rrrspec.server.model.World.Phase;
import io.rrrspec.server.model.World.Trial;
import io.rrrspec.server.model.World.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** What a worker's process does, and what happens to its host. */
final class WorkerSteps {
  private final Scripts scripts;
  private final WorkerScripts names;
  private final Bounds bounds;

  WorkerSteps(Scripts scripts, WorkerScripts names) {
    this.scripts = scripts;
    this.names = names;
    this.bounds = scripts.bounds;
  }

  void add(World w, int n, List<Step> steps) {
    Worker k = w.workers.get(n);
    if (k.beats && (!k.acts() || k.owner != Owner.THIS)) {
      step(steps, n, "'s heartbeat runs out", x -> names.silence(x, n));
    }
    if (k.reserved) {
      step(steps, n, "'s reservation runs out", x -> names.expireReservation(x, n));
    }
    if (k.cut) {
      step(steps, n, "'s host is back", x -> x.workers.get(n).cut = false);
    } else {
      Cluster.crash(
          w, steps, () -> name(n) + "'s host is cut off", x -> x.workers.get(n).cut = true);
    }
    if (k.phase == Phase.DOWN) {
      // A slave looks for its parent every second, and the name of the dead lives for 8.
      if (!k.cut && places(n, p -> w.slaves.get(p).runs()).isEmpty()) {
        step(steps, n, " is started again", x -> restart(x, n));
      }
      return;
    }
    Cluster.crash(w, steps, () -> name(n) + "'s process dies", x -> die(x, n));
    if (!k.cut) {
      if (!k.beats || k.owner != Owner.THIS) {
        step(steps, n, " beats", x -> beat(x, n));
      }
      acts(w, n, steps);
    }
  }

  private void restart(World x, int n) {
    x.workers.get(n).phase = Phase.NAMELESS;
    places(n, p -> true).forEach(p -> SlaveSteps.forget(x.slaves.get(p)));
  }

  private void acts(World w, int n, List<Step> steps) {
    Worker k = w.workers.get(n);
    switch (k.phase) {
      case RECOVERING -> recover(w, n, steps);
      case IDLE -> {
        if (k.owner == Owner.THIS
            && k.serves
            && scripts.holds(Guard.A_WORKER_LEAVES_WHAT_IT_DOES_NOT_SERVE)) {
          // By Redis alone, which has lost that it left.
          recover(w, n, steps);
        }
        if (k.owner == Owner.THIS && k.queue > 0) {
          Cluster.call(
              w,
              steps,
              () -> name(n) + " pops the taskset from its queue",
              x -> pop(x, n),
              (x, any) -> x.workers.get(n).phase = Phase.OFFERED);
        }
      }
      case OFFERED ->
          Cluster.call(
              w,
              steps,
              () -> name(n) + " takes the taskset",
              x -> names.take(x, n),
              (x, taken) -> taken(x, n, taken));
      case SET_UP, SERVING -> {
        bury(w, n, steps);
        if (!k.serves || k.owner != Owner.THIS) {
          drop(w, n, steps);
        } else if (w.status.isFinal()) {
          goHome(w, n, steps);
        } else {
          serve(w, n, steps);
        }
      }
      case DOWN, NAMELESS -> {}
    }
  }

  private void taken(World x, int n, boolean taken) {
    x.workers.get(n).phase = taken ? Phase.SET_UP : Phase.IDLE;
    if (taken && bounds.badSetUps == 0) {
      // Nobody can tell a worker that is being set up from one that has no slave yet.
      setUp(x, n);
    }
  }

  private boolean pop(World x, int n) {
    names.pop(x, n);
    return true;
  }

  private void beat(World x, int n) {
    Worker k = x.workers.get(n);
    if (k.phase != Phase.NAMELESS && names.beat(x, n)) {
      return;
    }
    if (names.claim(x, n)) {
      boolean engaged = k.phase == Phase.SET_UP || k.phase == Phase.SERVING;
      if (!engaged && k.serves) {
        k.phase = Phase.RECOVERING;
      } else if (k.phase == Phase.NAMELESS) {
        k.phase = Phase.IDLE;
      }
    }
  }

  private void recover(World w, int n, List<Step> steps) {
    List<Integer> left = places(n, p -> isLeft(w, p));
    for (int p : left) {
      Cluster.call(
          w,
          steps,
          () -> name(n) + " gives up slave " + p + " of an earlier life",
          x -> end(x, p, true),
          (x, any) -> {});
    }
    if (left.isEmpty()) {
      leaves(w, n, " leaves what an earlier life of it held", steps);
    }
  }

  private boolean end(World x, int p, boolean lost) {
    if (x.slaves.get(p).stray) {
      scripts.endStray(x, p);
    } else {
      scripts.endSlave(x, p, lost, 0);
    }
    return true;
  }

  private void leaves(World w, int n, String words, List<Step> steps) {
    Cluster.call(
        w,
        steps,
        () -> name(n) + words,
        x -> {
          names.leave(x, n, false);
          return true;
        },
        (x, any) -> x.workers.get(n).phase = Phase.IDLE);
  }

  /** Slaves whose process has ended. */
  private void bury(World w, int n, List<Step> steps) {
    for (int p : places(n, p -> w.slaves.get(p).doing == Doing.EXITED)) {
      boolean lost = w.slaves.get(p).buryAsLost;
      Cluster.call(
          w,
          steps,
          () -> name(n) + " buries slave " + p + (lost ? " as lost" : ""),
          x -> end(x, p, lost),
          (x, any) -> SlaveSteps.forget(x.slaves.get(p)));
    }
  }

  /** Others have what it held. */
  private void drop(World w, int n, List<Step> steps) {
    if (!kill(w, n, true, steps) && places(n, p -> exited(w, p)).isEmpty()) {
      step(steps, n, " has dropped what it held", x -> x.workers.get(n).phase = Phase.IDLE);
    }
  }

  private void goHome(World w, int n, List<Step> steps) {
    if (!kill(w, n, false, steps) && places(n, p -> exited(w, p)).isEmpty()) {
      leaves(w, n, " leaves the taskset, which is over", steps);
    }
  }

  private static boolean exited(World w, int p) {
    return w.slaves.get(p).doing == Doing.EXITED;
  }

  /** Kills its slaves and buries them; whether there are any. */
  private boolean kill(World w, int n, boolean lost, List<Step> steps) {
    List<Integer> running = places(n, p -> w.slaves.get(p).runs());
    running.forEach(p -> kill(w, n, p, lost, "", steps));
    return !running.isEmpty();
  }

  private void kill(World w, int n, int p, boolean lost, String why, List<Step> steps) {
    Cluster.call(
        w,
        steps,
        () -> name(n) + " kills and buries slave " + p + why,
        x -> {
          SlaveSteps.exit(x.slaves.get(p), lost);
          return end(x, p, lost);
        },
        (x, any) -> SlaveSteps.forget(x.slaves.get(p)));
  }

  private void serve(World w, int n, List<Step> steps) {
    if (w.workers.get(n).phase == Phase.SET_UP) {
      step(steps, n, " is set up", x -> setUp(x, n));
      if (w.badSetUps > 0) {
        steps.add(
            new Step(
                Kind.FAULT, () -> name(n) + "'s set-up fails, and it leaves", x -> fail(x, n)));
      }
      return;
    }
    // Where an earlier process of this worker has left a slave that holds a trial, the model has no
    // room for another one. If nobody ends it, there is no way home.
    for (int p : places(n, p -> w.slaves.get(p).doing == Doing.NOTHING && !holdsYet(w, p))) {
      Cluster.call(
          w,
          steps,
          () -> name(n) + " starts slave " + p + ", which registers",
          x -> {
            start(x, p);
            return scripts.register(x, p);
          },
          (x, life) -> SlaveSteps.registered(x.slaves.get(p), life));
    }
    for (int p : places(n, p -> w.slaves.get(p).runs() && w.slaves.get(p).superseded)) {
      kill(w, n, p, true, ", whose task is decided", steps);
    }
    for (int p : places(n, p -> w.slaves.get(p).isAstray())) {
      kill(w, n, p, true, ", which runs what it does not hold", steps);
    }
    for (int p : places(n, p -> w.slaves.get(p).doing == Doing.NOTHING && isLeft(w, p))) {
      if (!scripts.holds(Guard.A_WORKER_ENDS_THE_ENDED_AGAIN)) {
        break;
      }
      Cluster.call(
          w,
          steps,
          () -> name(n) + " ends slave " + p + ", whose process has ended",
          x -> {
            scripts.endSlave(x, p, true, x.slaves.get(p).life);
            return true;
          },
          (x, any) -> {});
    }
  }

  private static boolean isLeft(World w, int p) {
    return w.slaves.get(p).listed && !w.slaves.get(p).ended;
  }

  private static boolean holdsYet(World w, int p) {
    return isLeft(w, p) && w.slaves.get(p).openTrial != World.NONE;
  }

  private void setUp(World x, int n) {
    names.markSetUp(x, n);
    x.workers.get(n).phase = Phase.SERVING;
  }

  private void fail(World x, int n) {
    x.badSetUps--;
    names.leave(x, n, true);
    x.workers.get(n).phase = Phase.IDLE;
  }

  /** A new process has a key of its own. What the last one held was closed when it was buried. */
  private void start(World x, int p) {
    for (World.Task task : x.tasks) {
      for (Trial trial : task.trials) {
        if (trial.slave == p) {
          trial.slave = PAST;
        }
      }
    }
    if (x.doomedSlave == p) {
      x.doomedSlave = World.NONE;
      x.doomedLife = 0;
    }
    if (x.echo != null && x.echo.slave() == p) {
      x.echo = null;
    }
    scripts.freshKey(x, p);
    x.slaves.get(p).doing = Doing.REGISTER;
  }

  private void die(World x, int n) {
    Worker k = x.workers.get(n);
    k.phase = Phase.DOWN;
    names.died(x, n);
    places(n, p -> x.slaves.get(p).owner == Owner.THIS)
        .forEach(p -> x.slaves.get(p).owner = Owner.EARLIER);
    LostWrites.died(x, n, places(n, p -> true));
    for (int p : places(n, p -> exited(x, p))) {
      SlaveSteps.forget(x.slaves.get(p));
    }
  }

  private List<Integer> places(int n, IntPredicate which) {
    List<Integer> places = new ArrayList<>();
    for (int p = n * bounds.slavesEach; p < (n + 1) * bounds.slavesEach; p++) {
      if (which.test(p)) {
        places.add(p);
      }
    }
    return places;
  }

  private static void step(List<Step> steps, int n, String words, Consumer<World> effect) {
    steps.add(new Step(Kind.FAIR, () -> name(n) + words, effect));
  }

  static String name(int n) {
    return "worker " + n;
  }
}
