package io.rrrspec.server.model;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run at one moment: what stands in Redis, and what processes know that nobody else does. Times
 * are left out: whatever waits for a time may go on at any moment.
 */
final class World {
  /** No trial, no worker. */
  static final int NONE = -1;

  /** In the place of a trial that a process knows: Redis has lost it. */
  static final int LOST = -3;

  /** In the place of a trial's slave: one whose process and key belong to the past. */
  static final int PAST = -2;

  /** What may still go wrong. */
  int crashes;

  int lostAnswers;
  int duplicates;
  int cancels;
  int badSetUps;

  /** How often Redis may still be copied, to lose later what is written after that. */
  int losses;

  /** What stood in Redis when it was copied; of it, what processes know counts for nothing. */
  @Nullable World copy;

  /** How many steps ago that was. */
  int sinceCopy;

  /** Whether Redis has lost writes; for the rules alone. */
  boolean hasLost;

  TasksetStatus status = TasksetStatus.WAITING;
  int succeeded;
  int failed;
  int pending;

  /** How often the taskset was ended; for the rules alone. */
  int ends;

  /** How many tasks are looked at again. */
  int probing;

  /** How many retries of the budget are used; counted only if there is a budget. */
  int retries;

  final List<Task> tasks = new ArrayList<>();
  final List<Integer> queue = new ArrayList<>();
  final List<Integer> retry = new ArrayList<>();
  final List<Integer> copies = new ArrayList<>();
  final List<Slave> slaves = new ArrayList<>();
  final List<Worker> workers = new ArrayList<>();
  final List<Server> servers = new ArrayList<>();
  Mail cancel;
  Mail check;

  /** What the watchdog has seen dead and not yet acted on: a place, or {@link #NONE}. */
  int doomedSlave = NONE;

  /** The life of that slave which it saw. */
  int doomedLife;

  /** The worker that the watchdog has seen dead and is about to forget, or {@link #NONE}. */
  int doomedWorker = NONE;

  /** A call that is on its way although its caller has made it again; or null. */
  @Nullable Echo echo;

  private World(int servers) {
    cancel = new Mail(servers);
    check = new Mail(servers);
  }

  /** A task: what its hash says. */
  static final class Task {
    TaskStatus status = TaskStatus.UNDECIDED;
    int bad;
    int lost;
    boolean copied;
    boolean left = true;

    /** How often it was decided; for the rules alone. */
    int decisions;

    /** Whether more than one trial may be open, as with a copy; for the rules alone. */
    boolean shared;

    /** Trials that are not listed any more, since they can make no difference. */
    int settledBad;

    int settledLost;

    /** Of a part: whether it has ended without a status that counts. */
    boolean dropped;

    /** Of a class in parts: whether these are void, and it runs whole. */
    boolean whole;

    /** Of a class in parts: how many of them have not ended. */
    int partsLeft;

    /** On which workers they ran, as bits; but for the lost ones. */
    int settledOn;

    /** What is planned while it is looked at again; else null. */
    @Nullable Look look;

    /** How that ended; null before. */
    Look.@Nullable Outcome outcome;

    /** On which worker its probes run, or {@link #NONE}. */
    int probeWorker = NONE;

    /** Whether a slave has ended for it, so that a fresh JVM comes. */
    boolean freshAsked;

    /** What its probes on the last worker came to; for the rules alone. */
    Evidence evidence = Evidence.NONE;

    final List<Trial> trials = new ArrayList<>();

    /** Whether nothing that its trials bring makes a difference any more. */
    boolean isOver() {
      return status.isFinal() || dropped;
    }
  }

  /**
   * What the probes of a task came to on one worker.
   *
   * @param worker which
   * @param alonePassed how often it passed alone
   * @param afterFailed how often the same tests failed after others
   * @param against whether one said otherwise: it failed alone, or with other tests
   */
  record Evidence(int worker, int alonePassed, int afterFailed, boolean against) {
    static final Evidence NONE = new Evidence(World.NONE, 0, 0, false);

    /** More of it makes no difference. */
    private static final int ENOUGH = 5;

    Evidence and(int on, Probe probe, TrialStatus truth) {
      Evidence so = on == worker ? this : new Evidence(on, 0, 0, false);
      boolean good = truth.isGood();
      boolean alone = probe == Probe.ALONE;
      return new Evidence(
          on,
          Math.min(ENOUGH, so.alonePassed + (alone && good ? 1 : 0)),
          Math.min(ENOUGH, so.afterFailed + (!alone && truth == TrialStatus.FAILED ? 1 : 0)),
          so.against || (!good && (alone || truth != TrialStatus.FAILED)));
    }

    boolean isEnough() {
      return alonePassed == ENOUGH && afterFailed == ENOUGH && !against;
    }
  }

  /** What kind of probe a trial is. */
  enum Probe {
    NO,
    ALONE,
    AFTER
  }

  /** What the trial of a part says of its class. */
  enum Report {
    /** Nothing: it is of no part, or its slave has not brought it. */
    NONE,
    /** It has the tests that the other parts know, too, and has run its own. */
    FITS,
    /** It knows other tests than the other parts, or has not run all of its own. */
    ODD,
    /** The class cannot run in parts. */
    REFUSED
  }

  /** Who wrote the status of a trial. */
  enum Closed {
    NOT,
    BY_SLAVE,
    BY_OTHER
  }

  /** A trial, with the messages that name it. */
  static final class Trial {
    int slave;
    TrialStatus status = TrialStatus.OPEN;
    @Nullable TrialVerdict verdict;
    boolean lost;
    Closed closed = Closed.NOT;

    /** What the test itself came to when it ran to its end; for the rules alone. */
    TrialStatus truth = TrialStatus.OPEN;

    Mail mail;
    Probe probe = Probe.NO;
    Report report = Report.NONE;

    /** Whether it is made of those of the parts. */
    boolean merged;

    /** What its JVM had run before it, in order; null if nobody knows. */
    @Nullable List<Integer> before = List.of();

    /**
     * The worker of its slave, or {@link #NONE}: of a foreign implementation, or it makes no
     * difference.
     */
    int worker;

    Trial(int slave, int worker, int servers) {
      this.slave = slave;
      this.worker = worker;
      this.mail = new Mail(servers);
    }
  }

  /** Where copies of one message are; in any order, which is more than can happen. */
  static final class Mail {
    int queued;
    final int[] processing;

    Mail(int servers) {
      processing = new int[servers];
    }

    boolean isNowhere() {
      int copies = queued;
      for (int count : processing) {
        copies += count;
      }
      return copies == 0;
    }

    Mail copy() {
      Mail copy = new Mail(processing.length);
      copy.queued = queued;
      System.arraycopy(processing, 0, copy.processing, 0, processing.length);
      return copy;
    }
  }

  /** What a slave's process is about to do. */
  enum Doing {
    NOTHING,
    REGISTER,
    CLAIM,
    RUN,
    REPORT,
    /** Its process has ended, and its worker has not buried it. */
    EXITED,
    /** Of a foreign implementation: has a task in its hands, and no trial. */
    POPPED,
    /** Of a foreign implementation: has written its result, and told nobody. */
    TELL
  }

  /** A place for a slave: the process in it, and the hash of its key. */
  static final class Slave {
    Doing doing = Doing.NOTHING;
    int task = NONE;
    int trial = NONE;
    TrialStatus result = TrialStatus.OPEN;
    Report report = Report.NONE;

    /** The life that the process was told. */
    int knownLife;

    /** Whether what it holds is lost when its worker buries it. */
    boolean buryAsLost;

    int life;
    boolean listed;
    boolean ended;
    int openTask = NONE;
    int openTrial = NONE;
    boolean superseded;

    /** Which process had its worker's name when it registered. */
    Owner owner = Owner.NOBODY;

    /** Whether its key is younger than the copy of Redis. */
    boolean fresh;

    /** Whether the hash is that of an earlier process: Redis has lost the key of this one. */
    boolean stray;

    /**
     * What has run in this life, in order; only where that matters: with a class in parts, whether
     * it or one of its parts has.
     */
    List<Integer> ran = List.of();

    /** Its own heartbeat, and whether its host is cut off; of a foreign implementation only. */
    boolean beats;

    boolean cut;

    /** Whether it runs a trial that it does not hold by Redis. */
    boolean isAstray() {
      return doing == Doing.RUN && (stray || trial == LOST || !holds(task, trial));
    }

    boolean runs() {
      return doing != Doing.NOTHING && doing != Doing.EXITED;
    }

    boolean holds(int aTask, int aTrial) {
      return openTrial != NONE && openTask == aTask && openTrial == aTrial;
    }

    void hold(int aTask, int aTrial) {
      openTask = aTask;
      openTrial = aTrial;
      superseded = false;
    }
  }

  /** What a worker's process is about. */
  enum Phase {
    DOWN,
    NAMELESS,
    /** Has its name again, and gives up what an earlier life of it held. */
    RECOVERING,
    IDLE,
    /** Has taken a taskset from its queue, and not said so. */
    OFFERED,
    SET_UP,
    SERVING
  }

  /** Whose a worker's name is. */
  enum Owner {
    NOBODY,
    THIS,
    EARLIER
  }

  /** A worker: its process, its hash, its worker log. */
  static final class Worker {
    Phase phase = Phase.NAMELESS;
    boolean cut;
    Owner owner = Owner.NOBODY;
    boolean beats;
    boolean serves;
    boolean reserved;
    int queue;
    boolean logged;
    boolean left;
    boolean finished;
    boolean wasSetUp;

    boolean acts() {
      return phase != Phase.DOWN && !cut;
    }
  }

  /** A server. The first stands for all that live; the others have stopped, for ever or not. */
  static final class Server {
    boolean beats = true;
  }

  /** A call that arrives late: claim, finish or register. */
  record Echo(
      Doing call, int slave, int task, int trial, TrialStatus result, Report report, int life) {}

  static World of(Bounds b) {
    World w = new World(b.servers);
    w.crashes = b.crashes;
    w.lostAnswers = b.lostAnswers;
    w.duplicates = b.duplicates;
    w.cancels = b.cancels;
    w.badSetUps = b.badSetUps;
    w.losses = b.losses;
    for (int t = 0; t < b.allTasks(); t++) {
      w.tasks.add(new Task());
    }
    // Parts first, which take longer.
    for (int t = b.tasks; t < b.allTasks(); t++) {
      w.queue.add(t);
    }
    for (int t = b.parts == 0 ? 0 : 1; t < b.tasks; t++) {
      w.queue.add(t);
    }
    if (b.parts > 0) {
      Task divided = w.tasks.get(PartScripts.CLASS);
      divided.left = false;
      divided.partsLeft = b.parts;
    }
    for (int n = 0; n < b.workers; n++) {
      w.workers.add(new Worker());
    }
    for (int p = 0; p < b.places(); p++) {
      Slave slave = new Slave();
      if (b.workerOf(p) == NONE) {
        slave.doing = Doing.CLAIM;
        slave.listed = true;
        slave.beats = true;
      }
      w.slaves.add(slave);
    }
    for (int s = 0; s < b.servers; s++) {
      w.servers.add(new Server());
    }
    return w;
  }

  /** One without contents, for the codec. */
  static World empty(int servers) {
    return new World(servers);
  }

  /** Every message, or where it would be. */
  void eachMail(Consumer<Mail> what) {
    what.accept(cancel);
    what.accept(check);
    tasks.forEach(task -> task.trials.forEach(trial -> what.accept(trial.mail)));
  }

  /** How many messages a server has in its processing list. */
  int processing(int server) {
    int[] sum = {0};
    eachMail(mail -> sum[0] += mail.processing[server]);
    return sum[0];
  }

  Trial trial(int task, int trial) {
    return tasks.get(task).trials.get(trial);
  }

  World copy() {
    World w = new World(servers.size());
    w.crashes = crashes;
    w.lostAnswers = lostAnswers;
    w.duplicates = duplicates;
    w.cancels = cancels;
    w.badSetUps = badSetUps;
    w.losses = losses;
    w.copy = copy;
    w.sinceCopy = sinceCopy;
    w.hasLost = hasLost;
    w.status = status;
    w.succeeded = succeeded;
    w.failed = failed;
    w.pending = pending;
    w.ends = ends;
    w.probing = probing;
    w.retries = retries;
    w.queue.addAll(queue);
    w.retry.addAll(retry);
    w.copies.addAll(copies);
    tasks.forEach(t -> w.tasks.add(copy(t)));
    slaves.forEach(s -> w.slaves.add(copy(s)));
    workers.forEach(k -> w.workers.add(copy(k)));
    for (Server s : servers) {
      Server c = new Server();
      c.beats = s.beats;
      w.servers.add(c);
    }
    w.cancel = cancel.copy();
    w.check = check.copy();
    w.doomedSlave = doomedSlave;
    w.doomedLife = doomedLife;
    w.doomedWorker = doomedWorker;
    w.echo = echo;
    return w;
  }

  private static Task copy(Task t) {
    Task c = new Task();
    c.status = t.status;
    c.bad = t.bad;
    c.lost = t.lost;
    c.copied = t.copied;
    c.left = t.left;
    c.decisions = t.decisions;
    c.shared = t.shared;
    c.settledBad = t.settledBad;
    c.settledLost = t.settledLost;
    c.settledOn = t.settledOn;
    c.dropped = t.dropped;
    c.whole = t.whole;
    c.partsLeft = t.partsLeft;
    c.look = t.look == null ? null : t.look.copy();
    c.outcome = t.outcome;
    c.probeWorker = t.probeWorker;
    c.freshAsked = t.freshAsked;
    c.evidence = t.evidence;
    for (Trial trial : t.trials) {
      Trial d = new Trial(trial.slave, trial.worker, 0);
      d.status = trial.status;
      d.verdict = trial.verdict;
      d.lost = trial.lost;
      d.closed = trial.closed;
      d.truth = trial.truth;
      d.mail = trial.mail.copy();
      d.probe = trial.probe;
      d.before = trial.before;
      d.report = trial.report;
      d.merged = trial.merged;
      c.trials.add(d);
    }
    return c;
  }

  private static Slave copy(Slave s) {
    Slave c = new Slave();
    c.doing = s.doing;
    c.task = s.task;
    c.trial = s.trial;
    c.result = s.result;
    c.report = s.report;
    c.knownLife = s.knownLife;
    c.buryAsLost = s.buryAsLost;
    c.life = s.life;
    c.listed = s.listed;
    c.ended = s.ended;
    c.openTask = s.openTask;
    c.openTrial = s.openTrial;
    c.superseded = s.superseded;
    c.owner = s.owner;
    c.fresh = s.fresh;
    c.stray = s.stray;
    c.ran = s.ran;
    c.beats = s.beats;
    c.cut = s.cut;
    return c;
  }

  private static Worker copy(Worker k) {
    Worker c = new Worker();
    c.phase = k.phase;
    c.cut = k.cut;
    c.owner = k.owner;
    c.beats = k.beats;
    c.serves = k.serves;
    c.reserved = k.reserved;
    c.queue = k.queue;
    c.logged = k.logged;
    c.left = k.left;
    c.finished = k.finished;
    c.wasSetUp = k.wasSetUp;
    return c;
  }
}
