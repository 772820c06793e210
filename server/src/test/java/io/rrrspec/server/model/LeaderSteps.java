package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.NONE;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.store.WatchStore.SlaveState;
import io.rrrspec.common.store.WatchStore.Word;
import io.rrrspec.server.admission.AdmissionPlan;
import io.rrrspec.server.admission.Assignment;
import io.rrrspec.server.admission.Demand;
import io.rrrspec.server.admission.Offer;
import io.rrrspec.server.model.Step.Kind;
import io.rrrspec.server.model.World.Owner;
import io.rrrspec.server.model.World.Slave;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Worker;
import io.rrrspec.server.watchdog.Death;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the server that leads does: dispatcher, speculator and watchdog. They keep nothing that is
 * not read again, so it does not matter which server that is; two at once do no more than one.
 */
final class LeaderSteps {
  private static final String TASKSET = "the taskset";

  private final Scripts scripts;
  private final WorkerScripts workers;
  private final Bounds bounds;

  LeaderSteps(Scripts scripts, WorkerScripts workers) {
    this.scripts = scripts;
    this.workers = workers;
    this.bounds = scripts.bounds;
  }

  void add(World w, List<Step> steps) {
    if (!w.status.isFinal()) {
      dispatch(w, steps);
      deadSlaves(w, steps);
      putBack(w, steps);
      offerCopies(w, steps);
    }
    deadWorkers(w, steps);
    for (int s = 0; s < w.servers.size(); s++) {
      takeOver(w, s, steps);
    }
  }

  private void dispatch(World w, List<Step> steps) {
    boolean work = w.tasks.stream().anyMatch(task -> task.left);
    List<Demand> demands = List.of(new Demand(TASKSET, "default", bounds.workers, false, work));
    List<Offer> offers = new ArrayList<>();
    for (int n = 0; n < w.workers.size(); n++) {
      Worker k = w.workers.get(n);
      if (k.owner != Owner.NOBODY) {
        boolean busy = k.serves || k.queue > 0 || k.reserved;
        Set<String> barred = k.left ? Set.of(TASKSET) : Set.of();
        offers.add(
            new Offer(
                Integer.toString(n), "default", busy ? TASKSET : null, k.beats, true, barred));
      }
    }
    for (Assignment a : AdmissionPlan.of(demands, offers).assignments()) {
      int n = Integer.parseInt(a.worker());
      step(
          steps,
          "the dispatcher gives worker " + n + " to the taskset",
          x -> workers.assign(x, n, a.serving(), a.limit()));
    }
  }

  private void deadSlaves(World w, List<Step> steps) {
    if (w.doomedSlave != NONE) {
      int p = w.doomedSlave;
      int life = w.doomedLife;
      step(
          steps,
          "the watchdog ends slave " + p + ", which it has seen dead",
          x -> {
            scripts.endSlave(x, p, true, life);
            x.doomedSlave = NONE;
            x.doomedLife = 0;
          });
    }
    for (int p = 0; p < w.slaves.size(); p++) {
      if (w.slaves.get(p).listed && isDead(w, p)) {
        int dead = p;
        step(
            steps,
            "the watchdog ends slave " + p,
            x -> scripts.endSlave(x, dead, true, x.slaves.get(dead).life));
        if (bounds.staleLooks && w.doomedSlave == NONE) {
          step(
              steps,
              "the watchdog sees slave " + p + " dead, and is slow",
              x -> {
                x.doomedSlave = dead;
                x.doomedLife = x.slaves.get(dead).life;
              });
        }
      }
    }
  }

  private boolean isDead(World w, int p) {
    Slave s = w.slaves.get(p);
    boolean foreign = bounds.isForeign(p);
    SlaveState state =
        new SlaveState(
            "slave",
            foreign || s.life == 0 ? null : (long) s.life,
            !foreign,
            s.ended ? SlaveStatus.FAILURE_EXIT : SlaveStatus.ALIVE,
            s.openTrial == NONE ? null : "trial",
            name(scripts.holds(Guard.A_WORKER_VOUCHES_FOR_ITS_OWN) ? s.owner : Owner.NOBODY));
    if (foreign) {
      return Death.ofSlave(state, s.beats, Word.NONE, TASKSET, true);
    }
    Worker k = w.workers.get(bounds.workerOf(p));
    boolean serves = k.serves || !scripts.holds(Guard.A_WORKER_VOUCHES_WHERE_IT_SERVES);
    Word word = new Word(name(k.owner), serves ? TASKSET : "");
    return Death.ofSlave(state, k.beats, word, TASKSET, true);
  }

  private static String name(Owner owner) {
    return owner == Owner.NOBODY ? "" : owner.name();
  }

  private void deadWorkers(World w, List<Step> steps) {
    if (w.doomedWorker != NONE) {
      int n = w.doomedWorker;
      step(
          steps,
          "the watchdog forgets worker " + n + ", which it has seen dead",
          x -> {
            workers.leave(x, n, false);
            workers.retire(x, n);
            x.doomedWorker = NONE;
          });
    }
    for (int n = 0; n < w.workers.size(); n++) {
      Worker k = w.workers.get(n);
      if (k.owner == Owner.NOBODY || !Death.ofWorker(k.beats, true, true)) {
        continue;
      }
      int dead = n;
      step(
          steps,
          "the watchdog forgets worker " + n,
          x -> {
            workers.leave(x, dead, false);
            workers.retire(x, dead);
          });
      if (bounds.staleLooks && w.doomedWorker == NONE) {
        step(
            steps,
            "the watchdog sees worker " + n + " dead, and is slow",
            x -> x.doomedWorker = dead);
      }
    }
  }

  private void putBack(World w, List<Step> steps) {
    for (int t = 0; t < w.tasks.size(); t++) {
      if (!scripts.isLost(w, t)) {
        continue;
      }
      int lost = t;
      Supplier<String> words = () -> "the watchdog puts back " + bounds.task(lost);
      boolean told =
          w.tasks.get(t).trials.stream()
              .anyMatch(trial -> trial.verdict == null && trial.mail.queued > 0);
      if (!told) {
        steps.add(new Step(Kind.FAIR, words, x -> scripts.putBack(x, lost)));
      } else if (w.duplicates > 0) {
        // The arbiters are so slow that it takes their messages for lost.
        steps.add(
            new Step(
                Kind.FAULT,
                words,
                x -> {
                  x.duplicates--;
                  scripts.putBack(x, lost);
                }));
      }
    }
  }

  private void offerCopies(World w, List<Step> steps) {
    if (!bounds.copies || !w.queue.isEmpty() || !w.retry.isEmpty()) {
      return;
    }
    for (int t = 0; t < w.tasks.size(); t++) {
      int task = t;
      Task of = w.tasks.get(t);
      boolean runs = !of.trials.isEmpty() && of.trials.get(of.trials.size() - 1).verdict == null;
      if (runs && !of.status.isFinal() && !of.copied) {

        step(
            steps,
            "the speculator offers task " + t + " for a second trial",
            x -> scripts.offerCopy(x, task));
      }
    }
  }

  private void takeOver(World w, int s, List<Step> steps) {
    if (w.processing(s) == 0) {
      return;
    }
    if (w.servers.get(s).beats) {
      // What it saw of the heartbeat is old; the script looks again.
      steps.add(
          new Step(
              Kind.FAULT,
              () -> "a slow watchdog asks for the messages of server " + s + ", which lives",
              x -> scripts.takeOver(x, s)));
    } else {
      step(
          steps,
          "the watchdog takes over the messages of server " + s,
          x -> {
            scripts.takeOver(x, s);
            // Its name is retired: the next one that stops has another.
            scripts.serverBeats(x, s, true);
          });
    }
  }

  private static void step(List<Step> steps, String words, Consumer<World> effect) {
    steps.add(new Step(Kind.FAIR, () -> words, effect));
  }
}
