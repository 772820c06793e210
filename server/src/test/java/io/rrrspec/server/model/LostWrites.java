package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.LOST;
import static io.rrrspec.server.model.World.NONE;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.server.model.Step.Kind;
import io.rrrspec.server.model.World.Doing;
import io.rrrspec.server.model.World.Owner;
import io.rrrspec.server.model.World.Slave;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Worker;
import java.util.ArrayList;
import java.util.List;

/**
 * Redis loses its last writes: a copy is made at some moment, and a few steps later Redis stands
 * there as it stood then, while all processes are where they are.
 */
final class LostWrites {
  /** No script has ever told a slave that life. */
  private static final int NO_LIFE = 15;

  private final Scripts scripts;
  private final Bounds bounds;

  LostWrites(Scripts scripts) {
    this.scripts = scripts;
    this.bounds = scripts.bounds;
  }

  /** What may happen to Redis; and every other step makes the copy older. */
  List<Step> with(World w, List<Step> steps) {
    if (w.copy == null && w.losses == 0) {
      return steps;
    }
    List<Step> all = new ArrayList<>();
    for (Step step : steps) {
      all.add(w.copy == null ? step : new Step(step.kind(), step.words(), x -> age(x, step)));
    }
    if (w.copy == null) {
      all.add(new Step(Kind.FAULT, () -> "a replica begins to lag", scripts::copy));
    } else {
      all.add(
          new Step(
              Kind.FAULT, () -> "the replica takes over: Redis loses its last writes", this::lose));
    }
    return all;
  }

  private void age(World x, Step step) {
    step.effect().accept(x);
    x.sinceCopy++;
    if (x.sinceCopy > bounds.window) {
      forgetCopy(x);
    }
  }

  private static void forgetCopy(World x) {
    x.copy = null;
    x.sinceCopy = 0;
    x.slaves.forEach(s -> s.fresh = false);
  }

  private void lose(World x) {
    scripts.lose(x);
    forgetCopy(x);
    x.hasLost = true;
    x.doomedSlave = NONE;
    x.doomedLife = 0;
    x.doomedWorker = NONE;
    // It was on its way to the Redis that is no more.
    x.echo = null;
  }

  /** What stands in Redis becomes what stood there; for {@link Scripts#lose}. */
  static void restore(World x, World copy) {
    x.status = copy.status;
    x.succeeded = copy.succeeded;
    x.failed = copy.failed;
    x.pending = copy.pending;
    x.ends = copy.ends;
    x.probing = copy.probing;
    x.retries = copy.retries;
    World was = copy.copy();
    x.queue.clear();
    x.queue.addAll(was.queue);
    x.retry.clear();
    x.retry.addAll(was.retry);
    x.copies.clear();
    x.copies.addAll(was.copies);
    x.cancel = was.cancel;
    x.check = was.check;
    for (int s = 0; s < x.servers.size(); s++) {
      x.servers.get(s).beats = was.servers.get(s).beats;
    }
    for (int p = 0; p < x.slaves.size(); p++) {
      restore(x.slaves.get(p), was.slaves.get(p), was.tasks);
    }
    x.tasks.clear();
    x.tasks.addAll(was.tasks);
    for (int n = 0; n < x.workers.size(); n++) {
      restore(x.workers.get(n), was.workers.get(n));
    }
  }

  private static void restore(Slave s, Slave was, List<Task> tasks) {
    if (s.doing == Doing.EXITED && (s.fresh || !sameTrial(s, was))) {
      s.buryAsLost = true;
    }
    if (s.doing != Doing.NOTHING && s.fresh) {
      s.stray = true;
      s.knownLife = NO_LIFE;
      if (s.doing == Doing.REGISTER) {
        // It would have a hash of its own, for which the model has no room.
        SlaveSteps.exit(s);
      }
    }
    if (s.task != NONE && (s.stray || s.trial >= tasks.get(s.task).trials.size())) {
      s.trial = LOST;
    }
    s.life = was.life;
    s.listed = was.listed;
    s.ended = was.ended;
    s.openTask = was.openTask;
    s.openTrial = was.openTrial;
    s.superseded = was.superseded;
    s.ran = was.ran;
    s.owner = was.owner;
    s.beats = was.beats;
  }

  private static boolean sameTrial(Slave s, Slave was) {
    return s.openTask == was.openTask && s.openTrial == was.openTrial;
  }

  private static void restore(Worker k, Worker was) {
    k.owner = was.owner;
    k.beats = was.beats;
    k.serves = was.serves;
    k.reserved = was.reserved;
    k.queue = was.queue;
    k.logged = was.logged;
    k.left = was.left;
    k.finished = was.finished;
    k.wasSetUp = was.wasSetUp;
  }

  /** A process of a worker has died: what the copy says is of an earlier one, too. */
  static void died(World x, int worker, List<Integer> places) {
    World copy = x.copy;
    if (copy == null) {
      return;
    }
    World own = copy.copy();
    Worker k = own.workers.get(worker);
    k.owner = k.owner == Owner.THIS ? Owner.EARLIER : k.owner;
    for (int p : places) {
      Slave s = own.slaves.get(p);
      s.owner = s.owner == Owner.THIS ? Owner.EARLIER : s.owner;
    }
    x.copy = own;
  }

  /** Whether a result is that of a trial that Redis knows. */
  static boolean isKnown(World x, int task, int trial) {
    return trial != LOST && trial < x.tasks.get(task).trials.size();
  }

  /** Notes what a test came to; for the rules. */
  static void note(World x, Slave s, TrialStatus result) {
    if (isKnown(x, s.task, s.trial)) {
      x.trial(s.task, s.trial).truth = result;
    }
  }
}
