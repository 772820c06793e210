package io.rrrspec.server.model;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.server.model.World.Owner;
import io.rrrspec.server.model.World.Worker;

/** The scripts by which workers get their name and their taskset, as {@link Scripts}. */
class WorkerScripts {

  /** The process of a worker is gone; the next one is another owner of the name. */
  void died(World w, int n) {
    Worker k = w.workers.get(n);
    if (k.owner == Owner.THIS) {
      k.owner = Owner.EARLIER;
    }
  }

  /** The heartbeat runs out. */
  void silence(World w, int n) {
    w.workers.get(n).beats = false;
  }

  /** The reservation runs out. */
  void expireReservation(World w, int n) {
    w.workers.get(n).reserved = false;
  }

  /** {@code claim_worker}; false: another one that lives has the name. */
  boolean claim(World w, int n) {
    Worker k = w.workers.get(n);
    if (k.owner != Owner.THIS && k.beats) {
      return false;
    }
    k.owner = Owner.THIS;
    k.beats = true;
    return true;
  }

  /** {@code beat_worker}; false: the name is not its own any more. */
  boolean beat(World w, int n) {
    Worker k = w.workers.get(n);
    if (k.owner != Owner.THIS) {
      return false;
    }
    k.beats = true;
    return true;
  }

  /** {@code assign_worker}; true: assigned. */
  boolean assign(World w, int n, int serving, int limit) {
    Worker k = w.workers.get(n);
    boolean busy = k.serves || k.reserved || k.queue > 0;
    if (w.status.isFinal() || serving >= limit || busy || !k.beats) {
      return false;
    }
    k.reserved = true;
    k.queue++;
    w.status = TasksetStatus.RUNNING;
    return true;
  }

  /** BLPOP of its queue. */
  void pop(World w, int n) {
    w.workers.get(n).queue--;
  }

  /** {@code take_taskset}; false: over. */
  boolean take(World w, int n) {
    Worker k = w.workers.get(n);
    k.reserved = false;
    if (w.status != TasksetStatus.RUNNING) {
      return false;
    }
    k.serves = true;
    k.logged = true;
    k.left = false;
    k.finished = false;
    return true;
  }

  /** Writes setup_finished_at. */
  void markSetUp(World w, int n) {
    w.workers.get(n).wasSetUp = true;
  }

  /**
   * {@code leave_taskset}.
   *
   * @param broken whether it leaves because it cannot serve it
   */
  void leave(World w, int n, boolean broken) {
    Worker k = w.workers.get(n);
    if (!k.serves) {
      return;
    }
    k.serves = false;
    k.finished = k.logged;
    if (!broken) {
      return;
    }
    k.left = k.logged;
    if (w.status == TasksetStatus.RUNNING && !hope(w, n)) {
      Scripts.over(w, TasksetStatus.FAILED);
    }
  }

  private static boolean hope(World w, int n) {
    for (int other = 0; other < w.workers.size(); other++) {
      Worker k = w.workers.get(other);
      if (other != n && k.logged && !k.left && (!k.finished || k.wasSetUp)) {
        return true;
      }
      if (!k.left && k.owner != Owner.NOBODY && k.beats) {
        return true;
      }
    }
    return false;
  }

  /** Takes the name of a dead worker back, with what is in its queue. */
  void retire(World w, int n) {
    Worker k = w.workers.get(n);
    k.owner = Owner.NOBODY;
    k.beats = false;
    k.serves = false;
    k.reserved = false;
    k.queue = 0;
  }
}
