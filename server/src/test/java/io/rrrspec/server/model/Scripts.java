package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.NONE;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.server.arbiter.Arbiter;
import io.rrrspec.server.arbiter.Judgement;
import io.rrrspec.server.model.World.Closed;
import io.rrrspec.server.model.World.Slave;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Trial;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The scripts of a run, on a model of what stands in Redis: one method for each, with the guards in
 * the order of the Lua. A test performs each of them on a real Redis, too, and compares.
 */
class Scripts {
  /** What a claim answers. */
  enum Claim {
    TASK,
    WAIT,
    FRESH,
    OVER,
    GONE
  }

  final Bounds bounds;
  private final Set<Guard> broken;
  private final LookScripts looks;
  private final PartScripts parts;

  Scripts(Bounds bounds) {
    this(bounds, EnumSet.noneOf(Guard.class));
  }

  Scripts(Bounds bounds, Set<Guard> broken) {
    this.bounds = bounds;
    this.broken = broken;
    this.looks = new LookScripts(this);
    this.parts = new PartScripts(this);
  }

  boolean holds(Guard guard) {
    return !broken.contains(guard);
  }

  // Redis itself

  /** A replica gets no more of what is written from now on. */
  void copy(World w) {
    w.losses--;
    w.copy = w.copy();
  }

  /** The replica takes the place of Redis. */
  void lose(World w) {
    World copy = w.copy;
    if (copy == null) {
      throw new IllegalStateException("no copy");
    }
    LostWrites.restore(w, copy);
  }

  // Slaves

  /** A new process takes a place for a slave, with a key that nobody has had. */
  void freshKey(World w, int place) {
    Slave slave = new Slave();
    slave.fresh = w.copy != null;
    w.slaves.set(place, slave);
  }

  /**
   * {@code register_slave}.
   *
   * @return its life, or 0 if it is refused
   */
  int register(World w, int place) {
    Slave s = w.slaves.get(place);
    if (!w.workers.get(bounds.workerOf(place)).beats || w.status != TasksetStatus.RUNNING) {
      return 0;
    }
    close(w, place, true);
    looks.registered(w, place);
    s.life++;
    s.ended = false;
    s.listed = true;
    s.owner = w.workers.get(bounds.workerOf(place)).owner;
    return s.life;
  }

  /**
   * {@code claim_task}. What was taken is then the open trial of the slave.
   *
   * @param late whether retries have waited for two seconds
   */
  Claim claim(World w, int place, int life, boolean late) {
    Slave s = w.slaves.get(place);
    if (s.stray) {
      return Claim.GONE;
    }
    if (holds(Guard.CLAIM_ASKS_FOR_THE_LIFE) && (s.life != life || s.ended)) {
      return Claim.GONE;
    }
    if (!w.workers.get(bounds.workerOf(place)).beats) {
      return Claim.GONE;
    }
    if (w.status != TasksetStatus.RUNNING) {
      return Claim.OVER;
    }
    if (s.openTrial != NONE && holds(Guard.CLAIM_GIVES_THE_OPEN_TRIAL_AGAIN)) {
      if (w.trial(s.openTask, s.openTrial).status == TrialStatus.OPEN) {
        return Claim.TASK;
      }
      s.hold(NONE, NONE);
    }
    if (stopped(w)) {
      return Claim.WAIT;
    }
    boolean fresh = false;
    int wanted = NONE;
    for (int n = w.retry.size() + w.queue.size(), first = w.queue.size(); n > 0; n--) {
      boolean queued = n <= first;
      int task = queued ? w.queue.remove(0) : w.retry.remove(0);
      if (decided(w, task)) {
        continue;
      }
      LookScripts.Visit visit =
          parts.hasRunOfTheClass(w, place, task)
              ? LookScripts.Visit.LEAVE
              : looks.visit(w, place, task);
      if (visit == LookScripts.Visit.TAKE
          || (visit == LookScripts.Visit.AS_ANY && mayTake(w, place, task, late && !queued))) {
        return take(w, place, task);
      }
      if (visit == LookScripts.Visit.LEAVE) {
        if (wanted == NONE && looks.mayAskForAFreshJvm(w, task, late)) {
          fresh = true;
          wanted = task;
        }
      } else if (visit == LookScripts.Visit.AS_ANY) {
        fresh = fresh || mayTakeInAFreshJvm(w, place, task, late && !queued);
      }
      w.retry.add(task);
    }
    if (fresh) {
      if (wanted != NONE) {
        w.tasks.get(wanted).freshAsked = true;
      }
      return Claim.FRESH;
    }
    for (int n = w.copies.size(); n > 0; n--) {
      int task = w.copies.remove(0);
      int host = hostOfTheOnlyOpenTrial(w, task);
      if (decided(w, task) || host == NONE || LookScripts.isLookedAt(w, task)) {
        continue;
      }
      if (host != bounds.workerOf(place)
          && !tried(w, task, place)
          && !parts.copyWouldFollowAPart(w, place, task)) {
        return take(w, place, task);
      }
      w.copies.add(task);
    }
    return Claim.WAIT;
  }

  private Claim take(World w, int place, int task) {
    Task t = w.tasks.get(task);
    Trial trial = new Trial(place, bounds.workerOf(place), w.servers.size());
    t.trials.add(trial);
    w.slaves.get(place).hold(task, t.trials.size() - 1);
    looks.taken(w, place, task, trial);
    parts.taken(w, place, task, trial);
    return Claim.TASK;
  }

  private boolean decided(World w, int task) {
    return holds(Guard.CLAIM_PASSES_OVER_DECIDED_TASKS) && w.tasks.get(task).isOver();
  }

  private static boolean tried(World w, int task, int place) {
    return w.tasks.get(task).trials.stream().anyMatch(trial -> trial.slave == place);
  }

  /** Elsewhere first: on another worker, else in another slave. */
  private boolean mayTake(World w, int place, int task, boolean late) {
    return !tried(w, task, place)
        && (!triedOn(w, task, bounds.workerOf(place))
            || late
            || !isLeftForAnother(w, place, task, true));
  }

  private boolean mayTakeInAFreshJvm(World w, int place, int task, boolean late) {
    return tried(w, task, place) && (late || !isLeftForAnother(w, place, task, false));
  }

  /** What was lost tells nothing about its worker. */
  private static boolean triedOn(World w, int task, int worker) {
    Task t = w.tasks.get(task);
    return (t.settledOn & 1 << worker) != 0
        || t.trials.stream().anyMatch(trial -> trial.worker == worker && !trial.lost);
  }

  /** Whether another live slave of ours comes first. */
  private boolean isLeftForAnother(World w, int place, int task, boolean elsewhere) {
    for (int other = 0; other < w.slaves.size(); other++) {
      Slave s = w.slaves.get(other);
      int worker = bounds.workerOf(other);
      if (other != place
          && s.listed
          && s.life > 0
          && !s.ended
          && w.workers.get(worker).beats
          && !tried(w, task, other)
          && !(elsewhere && triedOn(w, task, worker))) {
        return true;
      }
    }
    return false;
  }

  private int hostOfTheOnlyOpenTrial(World w, int task) {
    int open = 0;
    int host = NONE;
    for (Trial trial : w.tasks.get(task).trials) {
      if (trial.status == TrialStatus.OPEN && trial.verdict == null) {
        open++;
        // Of a foreign implementation: no host is known.
        host = trial.slave < 0 ? NONE : bounds.workerOf(trial.slave);
      }
    }
    return open == 1 ? host : NONE;
  }

  /**
   * {@code finish_trial}; true if it says that it is done.
   *
   * @param report what a part says of its class
   */
  boolean finish(World w, int place, int task, int trial, TrialStatus result, World.Report report) {
    if (!LostWrites.isKnown(w, task, trial)) {
      return false;
    }
    Trial t = w.trial(task, trial);
    if (t.slave != place) {
      return false;
    }
    if (t.status != TrialStatus.OPEN && holds(Guard.FINISH_ONLY_WITHOUT_STATUS)) {
      return t.closed == Closed.BY_SLAVE && t.status == result;
    }
    t.status = result;
    t.report = report;
    t.closed = Closed.BY_SLAVE;
    Slave s = w.slaves.get(place);
    if (s.holds(task, trial)) {
      s.hold(NONE, NONE);
    }
    t.mail.queued++;
    return true;
  }

  /** {@code finish_and_claim}. */
  Claim finishAndClaim(
      World w,
      int place,
      int task,
      int trial,
      TrialStatus result,
      World.Report report,
      int life,
      boolean late) {
    finish(w, place, task, trial, result, report);
    if (bounds.failFast > 0 && !result.isGood()) {
      return Claim.WAIT;
    }
    return claim(w, place, life, late);
  }

  /**
   * {@code end_slave}.
   *
   * @param life which is meant; 0 for any
   */
  void endSlave(World w, int place, boolean lost, int life) {
    Slave s = w.slaves.get(place);
    if (life != 0 && s.life != life) {
      return;
    }
    close(w, place, lost);
    s.ended = true;
    s.listed = true;
  }

  /** {@code end_slave} of a process whose key Redis has lost: it has nothing to close. */
  void endStray(World w, int place) {}

  private void close(World w, int place, boolean lost) {
    Slave s = w.slaves.get(place);
    int task = s.openTask;
    int trial = s.openTrial;
    if (bounds.isForeign(place)) {
      // The last of its list. Only one can be without a status.
      task = NONE;
      for (int n = 0; n < w.tasks.size(); n++) {
        for (int m = 0; m < w.tasks.get(n).trials.size(); m++) {
          Trial t = w.trial(n, m);
          if (t.slave == place && t.status == TrialStatus.OPEN) {
            task = n;
            trial = m;
          }
        }
      }
      if (task == NONE) {
        return;
      }
    } else if (!holds(Guard.END_OF_A_SLAVE_CLOSES_ITS_TRIAL)) {
      return;
    }
    s.hold(NONE, NONE);
    if (trial == NONE) {
      return;
    }
    Trial t = w.trial(task, trial);
    if (t.status == TrialStatus.OPEN) {
      giveUp(t, lost);
    }
  }

  private static void giveUp(Trial t, boolean lost) {
    t.status = TrialStatus.ERROR;
    t.closed = Closed.BY_OTHER;
    t.lost = t.lost || lost;
    t.mail.queued++;
  }

  // The arbiter

  /** {@code take_messages}, of one message. */
  void take(World w, int server, World.Mail mail) {
    mail.queued--;
    mail.processing[server]++;
  }

  /**
   * {@code judge_trials}, of one message.
   *
   * @param timeIsUp whether the search for culprits has no time left
   */
  void judge(World w, int server, int task, int trial, boolean timeIsUp) {
    Trial t = w.trial(task, trial);
    if (t.mail.processing[server] == 0) {
      return;
    }
    t.mail.processing[server]--;
    Task of = w.tasks.get(task);
    Judgement j = judgement(w, of, t);
    TrialVerdict verdict = j.verdict();
    if (verdict == null) {
      return;
    }
    if (bounds.isPart(task)) {
      parts.judge(w, task, trial, verdict);
      return;
    }
    boolean probe = t.probe != World.Probe.NO;
    if (probe && verdict != TrialVerdict.LOST && verdict != TrialVerdict.SUPERSEDED) {
      looks.judge(w, task, t, timeIsUp);
      return;
    }
    t.verdict = verdict;
    if (verdict == TrialVerdict.BAD) {
      of.bad++;
    } else if (verdict == TrialVerdict.LOST) {
      of.lost++;
    }
    TaskStatus decision = j.decision();
    boolean tooLost = of.lost > Arbiter.MOST_LOST;
    if (probe && !tooLost && holds(Guard.JUDGE_MAKES_A_LOST_PROBE_AGAIN)) {
      // It comes after the last bad trial, and decides nothing.
      decision = TaskStatus.UNDECIDED;
    }
    boolean lostWhole =
        verdict == TrialVerdict.LOST && !tooLost && parts.hasFailedInPartsAlone(w, task);
    if (lostWhole) {
      decision = TaskStatus.UNDECIDED;
    }
    if (verdict == TrialVerdict.BAD && j.retry()) {
      looks.afford(w);
    }
    boolean retry = j.retry() || ((probe || lostWhole) && decision != j.decision());
    if (decision == TaskStatus.FAILED && !tooLost && !stopped(w) && looks.begin(w, task)) {
      return;
    }
    if (decision == TaskStatus.FAILED && of.look != null) {
      looks.end(w, of, Look.Outcome.LOST, TaskStatus.FAILED);
      return;
    }
    if (decision.isFinal()) {
      boolean good = decision != TaskStatus.FAILED;
      if (good && of.copied && holds(Guard.JUDGE_SUPERSEDES_THE_LOSER)) {
        supersede(w, task, trial);
      }
      decide(w, of, decision);
    } else if (retry && stopped(w)) {
      drop(w, of);
    } else if (retry) {
      if (probe || triedByLiveForeign(w, of)) {
        w.retry.add(task);
      } else {
        w.queue.add(0, task);
      }
    }
  }

  /** The pure function of the server, with what the script looks up. */
  private Judgement judgement(World w, Task of, Trial t) {
    boolean otherOpen =
        of.trials.stream().anyMatch(other -> other != t && other.verdict == null)
            && holds(Guard.JUDGE_WAITS_FOR_OPEN_TRIALS);
    return Judgement.of(
        new Judgement.Facts(
            t.status,
            t.verdict != null && holds(Guard.JUDGE_ONLY_WITHOUT_VERDICT),
            t.lost && holds(Guard.JUDGE_COUNTS_LOST_APART),
            holds(Guard.JUDGE_ONLY_WHILE_RUNNING) ? w.status : TasksetStatus.RUNNING,
            holds(Guard.JUDGE_ONLY_UNDECIDED_TASKS) ? statusFor(of) : TaskStatus.UNDECIDED,
            otherOpen,
            of.bad - parts.beyondOneTry(w, of),
            holds(Guard.JUDGE_ENDS_AFTER_FIVE_LOST) ? of.lost : 0,
            bounds.maxTrials + (holds(Guard.JUDGE_STOPS_AT_MAX_TRIALS) ? 0 : 1),
            w.retries,
            bounds.budget < 0 ? Judgement.UNLIMITED : bounds.budget,
            false));
  }

  private static TaskStatus statusFor(Task of) {
    return of.dropped ? TaskStatus.FAILED : of.status;
  }

  private static void supersede(World w, int task, int winner) {
    Task of = w.tasks.get(task);
    for (int n = 0; n < of.trials.size(); n++) {
      Trial t = of.trials.get(n);
      if (n != winner && t.verdict == null && t.status == TrialStatus.OPEN) {
        t.verdict = TrialVerdict.SUPERSEDED;
        if (t.slave >= 0 && w.slaves.get(t.slave).holds(task, n)) {
          w.slaves.get(t.slave).superseded = true;
        }
      }
    }
  }

  private boolean triedByLiveForeign(World w, Task of) {
    return of.trials.stream()
        .anyMatch(t -> t.slave >= 0 && bounds.isForeign(t.slave) && w.slaves.get(t.slave).beats);
  }

  void decide(World w, Task of, TaskStatus decision) {
    of.status = decision;
    of.decisions++;
    of.left = false;
    if (decision == TaskStatus.FAILED) {
      w.failed++;
    } else {
      w.succeeded++;
    }
    if (decision == TaskStatus.PENDING) {
      w.pending++;
    }
    if (!endIfNothingIsLeft(w) && decision == TaskStatus.FAILED && stopped(w)) {
      dropQueued(w);
    }
  }

  // fail_fast

  boolean stopped(World w) {
    return bounds.failFast > 0 && w.failed >= bounds.failFast;
  }

  private void dropQueued(World w) {
    List<Integer> tasks = new ArrayList<>(w.retry);
    tasks.addAll(w.queue);
    w.queue.clear();
    w.retry.clear();
    w.copies.clear();
    for (int task : tasks) {
      drop(w, w.tasks.get(task));
    }
  }

  /** What no slave holds and is not queued any more. */
  void drop(World w, Task of) {
    if (of.isOver() || of.trials.stream().anyMatch(t -> t.verdict == null)) {
      return;
    }
    if (bounds.isPart(w.tasks.indexOf(of)) && holds(Guard.DROP_TELLS_THE_CLASS)) {
      parts.drop(w, of);
    } else if (of.bad > 0) {
      decide(w, of, TaskStatus.FAILED);
    } else {
      of.left = false;
      if (!w.status.isFinal()) {
        endIfNothingIsLeft(w);
      }
    }
  }

  private boolean endIfNothingIsLeft(World w) {
    if (w.tasks.stream().anyMatch(task -> task.left)) {
      return false;
    }
    boolean all = w.succeeded + w.failed == bounds.tasks;
    if (!all) {
      over(w, TasksetStatus.FAILED);
    } else {
      over(w, w.failed > 0 ? TasksetStatus.FAILED : TasksetStatus.SUCCEEDED);
    }
    return true;
  }

  static void over(World w, TasksetStatus status) {
    w.status = status;
    w.ends++;
    w.queue.clear();
    w.retry.clear();
    w.copies.clear();
  }

  /** Doubles a message that waits. */
  void duplicate(World w, World.Mail mail) {
    mail.queued++;
  }

  /** The heartbeat of a server runs out, or is there again. */
  void serverBeats(World w, int server, boolean beats) {
    w.servers.get(server).beats = beats;
  }

  /** A client's message. */
  void askToCancel(World w) {
    w.cancel.queued++;
  }

  /** {@code end_taskset}, by a cancel message. */
  void cancel(World w, int server) {
    w.cancel.processing[server] = Math.max(0, w.cancel.processing[server] - 1);
    if (!w.status.isFinal()) {
      over(w, TasksetStatus.CANCELLED);
    }
  }

  /** {@code end_taskset}, by a check message. */
  void check(World w, int server) {
    w.check.processing[server] = Math.max(0, w.check.processing[server] - 1);
    if (!w.status.isFinal()) {
      endIfNothingIsLeft(w);
    }
  }

  // The watchdog

  /** {@code take_over_messages}. */
  void takeOver(World w, int server) {
    if (!w.servers.get(server).beats) {
      w.eachMail(mail -> takeOver(mail, server));
    }
  }

  private static void takeOver(World.Mail mail, int server) {
    mail.queued += mail.processing[server];
    mail.processing[server] = 0;
  }

  /** {@code find_lost_tasks}, with the look at the queues before it. */
  boolean isLost(World w, int task) {
    Task t = w.tasks.get(task);
    return w.status == TasksetStatus.RUNNING
        && t.left
        && !w.queue.contains(task)
        && !w.retry.contains(task)
        && (t.isOver() || !inTheHandsOfASlave(w, task));
  }

  private boolean inTheHandsOfASlave(World w, int task) {
    Task t = w.tasks.get(task);
    for (int n = 0; n < t.trials.size(); n++) {
      Trial trial = t.trials.get(n);
      if (trial.verdict == null && trial.status == TrialStatus.OPEN && isHeld(w, trial, task, n)) {
        return true;
      }
    }
    return false;
  }

  private boolean isHeld(World w, Trial trial, int task, int n) {
    if (trial.slave < 0) {
      return false;
    }
    Slave s = w.slaves.get(trial.slave);
    return bounds.isForeign(trial.slave) ? s.beats : s.holds(task, n);
  }

  /** {@code put_back_tasks}, of one task. */
  void putBack(World w, int task) {
    Task t = w.tasks.get(task);
    if (w.status != TasksetStatus.RUNNING) {
      return;
    }
    if (t.isOver()) {
      if (!t.left) {
        return;
      }
      t.left = false;
      if (w.tasks.stream().noneMatch(any -> any.left)) {
        w.check.queued++;
      }
      return;
    }
    if (w.queue.contains(task) || w.retry.contains(task)) {
      return;
    }
    boolean nobody = true;
    if (holds(Guard.PUT_BACK_ONLY_IN_NOBODYS_HANDS)) {
      if (inTheHandsOfASlave(w, task)) {
        return;
      }
      for (Trial trial : t.trials) {
        if (trial.verdict != null) {
          continue;
        }
        nobody = false;
        if (!holds(Guard.PUT_BACK_TELLS_THE_ARBITER)) {
          continue;
        }
        if (trial.status != TrialStatus.OPEN) {
          trial.mail.queued++;
        } else {
          giveUp(trial, true);
        }
      }
    }
    if (nobody && stopped(w)) {
      drop(w, t);
    } else if (nobody) {
      if (t.look != null || triedByLiveForeign(w, t)) {
        w.retry.add(task);
      } else {
        w.queue.add(0, task);
      }
    }
  }

  /** {@code offer_copies}, of one task. */
  void offerCopy(World w, int task) {
    Task t = w.tasks.get(task);
    if (w.status != TasksetStatus.RUNNING
        || stopped(w)
        || !w.queue.isEmpty()
        || !w.retry.isEmpty()) {
      return;
    }
    if (t.isOver() || t.copied || bounds.isPart(task) || LookScripts.isLookedAt(w, task)) {
      return;
    }
    t.copied = true;
    t.shared = true;
    w.copies.add(task);
  }

  // A foreign slave, which knows no scripts

  /** Its heartbeat runs out, or is there again. */
  void foreignBeats(World w, int place, boolean beats) {
    w.slaves.get(place).beats = beats;
  }

  /** LPOP of task_queue; {@link World#NONE} if it is empty. */
  int foreignPop(World w) {
    if (w.queue.isEmpty()) {
      return NONE;
    }
    int task = w.queue.remove(0);
    w.tasks.get(task).shared = true;
    return task;
  }

  /** RPUSH of what it has tried already. */
  void foreignPushBack(World w, int task) {
    w.queue.add(task);
  }

  /** Writes the hash of a trial and lists it. */
  void foreignBegin(World w, int place, int task) {
    w.tasks.get(task).trials.add(new Trial(place, bounds.workerOf(place), w.servers.size()));
  }

  /** Writes a result, whatever stands there. */
  void foreignWrite(World w, int task, int trial, TrialStatus result) {
    w.trial(task, trial).status = result;
  }

  /** Sends the message of a result. */
  void foreignTell(World w, int task, int trial) {
    w.trial(task, trial).mail.queued++;
  }

  /** Asks whether the taskset is over, since it found nothing. */
  void foreignCheck(World w) {
    w.check.queued++;
  }
}
