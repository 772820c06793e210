package io.rrrspec.server.model;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.server.model.World.Closed;
import io.rrrspec.server.model.World.Doing;
import io.rrrspec.server.model.World.Echo;
import io.rrrspec.server.model.World.Mail;
import io.rrrspec.server.model.World.Owner;
import io.rrrspec.server.model.World.Phase;
import io.rrrspec.server.model.World.Server;
import io.rrrspec.server.model.World.Slave;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Trial;
import io.rrrspec.server.model.World.Worker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A world as bytes, and back. Worlds that differ only in the names of tasks, workers and servers
 * are one: the smallest of their texts stands for all. A run is the same under other names, so
 * nothing is overlooked.
 */
final class Codec {
  private static final TasksetStatus[] TASKSET = TasksetStatus.values();
  private static final TaskStatus[] TASK = TaskStatus.values();
  private static final TrialStatus[] TRIAL = TrialStatus.values();
  private static final TrialVerdict[] VERDICT = TrialVerdict.values();
  private static final Closed[] CLOSED = Closed.values();
  private static final Doing[] DOING = Doing.values();
  private static final Phase[] PHASE = Phase.values();
  private static final Owner[] OWNER = Owner.values();
  private static final World.Probe[] PROBE = World.Probe.values();
  private static final World.Report[] REPORT = World.Report.values();
  private static final Look.Mode[] MODE = Look.Mode.values();
  private static final Look.Outcome[] OUTCOME = Look.Outcome.values();

  private final Bounds bounds;
  private final @Nullable Essence essence;
  private final List<Names> all = new ArrayList<>();
  private byte[] out = new byte[512];
  private int length;

  /** One way to name things: new names by old ones, and the old by the new. */
  private record Names(int[] task, int[] taskAt, int[] worker, int[] workerAt, int[] serverAt) {}

  Codec(Bounds bounds) {
    this(bounds, true);
  }

  /** With or without the reduction to the essence. */
  Codec(Bounds bounds, boolean reduces) {
    this.bounds = bounds;
    this.essence = reduces ? new Essence(bounds) : null;
    for (int[] tasks : orders(bounds.allTasks())) {
      int last = bounds.tasks - 1;
      boolean apart = bounds.apart && (tasks[0] != 0 || tasks[1] != 1);
      boolean victim = bounds.victim && (tasks[0] != 0 || tasks[last] != last);
      if (apart || victim || !keepsKinds(tasks)) {
        // These are not like the others.
        continue;
      }
      for (int[] workers : orders(bounds.workers)) {
        for (int[] servers : orders(bounds.servers)) {
          // The first of them stands for those that live.
          if (servers[0] == 0) {
            all.add(new Names(inverse(tasks), tasks, inverse(workers), workers, servers));
          }
        }
      }
    }
  }

  /** The class that runs in parts is like no other task, and its parts are alike. */
  private boolean keepsKinds(int[] tasks) {
    boolean keeps = true;
    for (int n = 0; n < tasks.length; n++) {
      keeps &= bounds.isPart(n) == bounds.isPart(tasks[n]);
      keeps &= bounds.isDivided(n) == bounds.isDivided(tasks[n]);
    }
    return keeps;
  }

  private static List<int[]> orders(int n) {
    List<int[]> orders = new ArrayList<>();
    orders(new int[n], 0, orders);
    return orders;
  }

  private static void orders(int[] order, int at, List<int[]> orders) {
    if (at == order.length) {
      orders.add(order.clone());
      return;
    }
    for (int n = 0; n < order.length; n++) {
      int candidate = n;
      if (Arrays.stream(order, 0, at).noneMatch(used -> used == candidate)) {
        order[at] = n;
        orders(order, at + 1, orders);
      }
    }
  }

  private static int[] inverse(int[] order) {
    int[] inverse = new int[order.length];
    for (int n = 0; n < order.length; n++) {
      inverse[order[n]] = n;
    }
    return inverse;
  }

  /**
   * The bytes that stand for this world and all that differ in names only, or in what can make no
   * difference any more.
   *
   * @param w is reduced to its essence
   */
  byte[] canonical(World w) {
    // Trials that a copy names keep their numbers.
    if (essence != null && w.losses == 0 && w.copy == null) {
      essence.reduce(w);
    }
    byte @Nullable [] least = null;
    for (Names names : all) {
      length = 0;
      write(w, names);
      if (least == null || Arrays.compareUnsigned(out, 0, length, least, 0, least.length) < 0) {
        least = Arrays.copyOf(out, length);
      }
    }
    if (least == null) {
      throw new IllegalStateException("there is at least one way to name things");
    }
    return least;
  }

  private void put(int value) {
    if (length == out.length) {
      out = Arrays.copyOf(out, 2 * length);
    }
    out[length++] = (byte) value;
  }

  private static int bit(boolean value, int position) {
    return value ? 1 << position : 0;
  }

  private void write(World w, Names names) {
    put(w.status.ordinal() | w.ends << 4);
    put(w.crashes | w.lostAnswers << 4);
    put(w.duplicates | w.cancels << 4 | w.badSetUps << 6);
    put(w.succeeded | w.failed << 2 | w.pending << 4);
    if (bounds.looks) {
      put(w.probing | w.retries << 4);
    }
    list(w.queue, names);
    list(w.retry, names);
    list(w.copies, names);
    for (int at : names.taskAt()) {
      task(w.tasks.get(at), names);
    }
    mail(w.cancel, names);
    mail(w.check, names);
    for (int at : names.workerAt()) {
      worker(w.workers.get(at));
    }
    for (int p = 0; p < bounds.places(); p++) {
      slave(w.slaves.get(oldPlace(p, names)), names);
    }
    for (int at : names.serverAt()) {
      Server s = w.servers.get(at);
      put(bit(s.beats, 0));
    }
    put(w.doomedSlave < 0 ? w.doomedSlave : newPlace(w.doomedSlave, names));
    put(w.doomedLife);
    put(w.doomedWorker < 0 ? w.doomedWorker : names.worker()[w.doomedWorker]);
    echo(w.echo, names);
    if (bounds.losses > 0) {
      put(w.losses | bit(w.hasLost, 1) | bit(w.copy != null, 2) | w.sinceCopy << 3);
      World copy = w.copy;
      if (copy != null) {
        write(copy, names);
      }
    }
  }

  private int oldPlace(int p, Names names) {
    int worker = bounds.workerOf(p);
    return worker < 0 ? p : names.workerAt()[worker] * bounds.slavesEach + p % bounds.slavesEach;
  }

  private int newPlace(int p, Names names) {
    int worker = p < 0 ? p : bounds.workerOf(p);
    return worker < 0 ? p : names.worker()[worker] * bounds.slavesEach + p % bounds.slavesEach;
  }

  private void list(List<Integer> tasks, Names names) {
    put(tasks.size());
    for (int task : tasks) {
      put(names.task()[task]);
    }
  }

  private void task(Task t, Names names) {
    put(t.status.ordinal() | bit(t.copied, 2) | bit(t.left, 3) | bit(t.shared, 4));
    put(t.bad | t.lost << 4);
    put(workers(t.settledOn, names));
    put(t.decisions | t.trials.size() << 2);
    for (Trial trial : t.trials) {
      put(newPlace(trial.slave, names));
      put(trial.worker < 0 ? trial.worker : names.worker()[trial.worker]);
      put(trial.status.ordinal() | trial.truth.ordinal() << 3 | trial.closed.ordinal() << 6);
      put((trial.verdict == null ? 7 : trial.verdict.ordinal()) | bit(trial.lost, 3));
      mail(trial.mail, names);
      if (bounds.looks) {
        put(trial.probe.ordinal() | bit(trial.before == null, 2));
        list(trial.before == null ? List.of() : trial.before, names);
      }
      if (bounds.parts > 0) {
        put(trial.report.ordinal() | bit(trial.merged, 2));
      }
    }
    if (bounds.parts > 0) {
      put(bit(t.freshAsked, 0) | bit(t.dropped, 1) | bit(t.whole, 2) | t.partsLeft << 3);
    }
    if (bounds.looks) {
      look(t, names);
    }
  }

  private void look(Task t, Names names) {
    World.Evidence e = t.evidence;
    put(t.probeWorker < 0 ? t.probeWorker : names.worker()[t.probeWorker]);
    put(e.worker() < 0 ? e.worker() : names.worker()[e.worker()]);
    put(e.alonePassed() | e.afterFailed() << 3 | bit(e.against(), 6));
    put((t.outcome == null ? 0 : t.outcome.ordinal() + 1) | bit(t.freshAsked, 4));
    Look p = t.look;
    put(p == null ? 0 : 1 + p.mode.ordinal());
    if (p == null) {
      return;
    }
    List<Integer> known = p.known;
    list(p.before, names);
    list(known == null ? List.of() : known, names);
    list(p.list, names);
    list(p.set, names);
    list(p.whole, names);
    put(
        bit(known != null, 0)
            | bit(p.confirmed, 1)
            | bit(p.after, 2)
            | bit(p.guess, 3)
            | bit(p.last, 4)
            | bit(p.rest, 5));
    put(p.alonePassed | p.afterFailed << 4);
    put(p.step | p.parts << 4);
    put(p.part);
  }

  private int workers(int bits, Names names) {
    int renamed = 0;
    for (int n = 0; n < bounds.workers; n++) {
      renamed |= (bits >> n & 1) << names.worker()[n];
    }
    return renamed;
  }

  private void mail(Mail mail, Names names) {
    put(mail.queued);
    for (int at : names.serverAt()) {
      put(mail.processing[at]);
    }
  }

  private void worker(Worker k) {
    put(k.phase.ordinal() | k.owner.ordinal() << 3 | bit(k.cut, 5) | bit(k.beats, 6));
    put(
        bit(k.serves, 0)
            | bit(k.reserved, 1)
            | bit(k.logged, 2)
            | bit(k.left, 3)
            | bit(k.finished, 4)
            | bit(k.wasSetUp, 5)
            | k.queue << 6);
  }

  private void slave(Slave s, Names names) {
    put(
        s.doing.ordinal()
            | bit(s.buryAsLost, 3)
            | bit(s.beats, 4)
            | bit(s.cut, 5)
            | s.owner.ordinal() << 6);
    put(s.task < 0 ? s.task : names.task()[s.task]);
    put(s.trial);
    put(
        s.result.ordinal()
            | bit(s.listed, 3)
            | bit(s.ended, 4)
            | bit(s.superseded, 5)
            | bit(s.fresh, 6)
            | bit(s.stray, 7));
    put(s.life | s.knownLife << 4);
    put(s.openTask < 0 ? s.openTask : names.task()[s.openTask]);
    put(s.openTrial);
    if (bounds.knowsWhatRan()) {
      list(s.ran, names);
    }
    if (bounds.parts > 0) {
      put(s.report.ordinal());
    }
  }

  private void echo(@Nullable Echo e, Names names) {
    if (e == null) {
      put(-1);
      return;
    }
    put(e.call().ordinal());
    put(newPlace(e.slave(), names));
    put(e.task() < 0 ? e.task() : names.task()[e.task()]);
    put(e.trial());
    put(e.result().ordinal() | e.report().ordinal() << 3);
    put(e.life());
  }

  /** Reads what {@link #canonical} wrote. */
  World read(byte[] bytes) {
    return new Reader(bytes).world();
  }

  private final class Reader {
    private final byte[] in;
    private int at;

    Reader(byte[] in) {
      this.in = in;
    }

    private int get() {
      return in[at++];
    }

    private int unsigned() {
      return in[at++] & 0xff;
    }

    private static boolean has(int value, int position) {
      return (value >> position & 1) != 0;
    }

    World world() {
      World w = World.empty(bounds.servers);
      int head = unsigned();
      w.status = TASKSET[head & 7];
      w.ends = head >> 4;
      int faults = unsigned();
      w.crashes = faults & 15;
      w.lostAnswers = faults >> 4;
      int others = unsigned();
      w.duplicates = others & 15;
      w.cancels = others >> 4 & 3;
      w.badSetUps = others >> 6;
      int counts = unsigned();
      w.succeeded = counts & 3;
      w.failed = counts >> 2 & 3;
      w.pending = counts >> 4;
      if (bounds.looks) {
        int looks = unsigned();
        w.probing = looks & 15;
        w.retries = looks >> 4;
      }
      list(w.queue);
      list(w.retry);
      list(w.copies);
      for (int n = 0; n < bounds.allTasks(); n++) {
        w.tasks.add(task());
      }
      w.cancel = mail();
      w.check = mail();
      for (int n = 0; n < bounds.workers; n++) {
        w.workers.add(worker());
      }
      for (int n = 0; n < bounds.places(); n++) {
        w.slaves.add(slave());
      }
      for (int n = 0; n < bounds.servers; n++) {
        Server s = new Server();
        int bits = get();
        s.beats = has(bits, 0);
        w.servers.add(s);
      }
      w.doomedSlave = get();
      w.doomedLife = get();
      w.doomedWorker = get();
      int call = get();
      if (call >= 0) {
        int slave = get();
        int task = get();
        int trial = get();
        int result = get();
        w.echo =
            new Echo(
                DOING[call], slave, task, trial, TRIAL[result & 7], REPORT[result >> 3], get());
      }
      if (bounds.losses > 0) {
        int losing = unsigned();
        w.losses = losing & 1;
        w.hasLost = has(losing, 1);
        w.sinceCopy = losing >> 3;
        w.copy = has(losing, 2) ? world() : null;
      }
      return w;
    }

    private void list(List<Integer> tasks) {
      for (int n = get(); n > 0; n--) {
        tasks.add(get());
      }
    }

    private Task task() {
      Task t = new Task();
      int head = get();
      t.status = TASK[head & 3];
      t.copied = has(head, 2);
      t.left = has(head, 3);
      t.shared = has(head, 4);
      int counts = unsigned();
      t.bad = counts & 15;
      t.lost = counts >> 4;
      t.settledOn = get();
      int more = unsigned();
      t.decisions = more & 3;
      for (int n = more >> 2; n > 0; n--) {
        Trial trial = new Trial(get(), get(), bounds.servers);
        int how = unsigned();
        trial.status = TRIAL[how & 7];
        trial.truth = TRIAL[how >> 3 & 7];
        trial.closed = CLOSED[how >> 6];
        int judged = get();
        trial.verdict = (judged & 7) == 7 ? null : VERDICT[judged & 7];
        trial.lost = has(judged, 3);
        trial.mail = mail();
        if (bounds.looks) {
          int probe = get();
          trial.probe = PROBE[probe & 3];
          List<Integer> before = tasks();
          trial.before = has(probe, 2) ? null : before;
        }
        if (bounds.parts > 0) {
          int part = get();
          trial.report = REPORT[part & 3];
          trial.merged = has(part, 2);
        }
        t.trials.add(trial);
      }
      if (bounds.parts > 0) {
        int part = get();
        t.freshAsked = has(part, 0);
        t.dropped = has(part, 1);
        t.whole = has(part, 2);
        t.partsLeft = part >> 3;
      }
      if (bounds.looks) {
        look(t);
      }
      t.settledBad = t.bad - count(t, TrialVerdict.BAD);
      t.settledLost = t.lost - count(t, TrialVerdict.LOST);
      return t;
    }

    private List<Integer> tasks() {
      List<Integer> tasks = new ArrayList<>();
      list(tasks);
      return List.copyOf(tasks);
    }

    private void look(Task t) {
      t.probeWorker = get();
      int on = get();
      int evidence = get();
      t.evidence = new World.Evidence(on, evidence & 7, evidence >> 3 & 7, has(evidence, 6));
      int end = get();
      t.outcome = (end & 15) == 0 ? null : OUTCOME[(end & 15) - 1];
      t.freshAsked = has(end, 4);
      int mode = get();
      if (mode == 0) {
        return;
      }
      List<Integer> before = tasks();
      List<Integer> known = tasks();
      List<Integer> list = tasks();
      List<Integer> set = tasks();
      List<Integer> whole = tasks();
      int bits = get();
      Look p = new Look(before, has(bits, 0) ? known : null, has(bits, 1));
      p.mode = MODE[mode - 1];
      p.list = list;
      p.set = set;
      p.whole = whole;
      p.after = has(bits, 2);
      p.guess = has(bits, 3);
      p.last = has(bits, 4);
      p.rest = has(bits, 5);
      int counts = unsigned();
      p.alonePassed = counts & 15;
      p.afterFailed = counts >> 4;
      int steps = unsigned();
      p.step = steps & 15;
      p.parts = steps >> 4;
      p.part = get();
      t.look = p;
    }

    private static int count(Task t, TrialVerdict verdict) {
      return (int) t.trials.stream().filter(trial -> trial.verdict == verdict).count();
    }

    private Mail mail() {
      Mail mail = new Mail(bounds.servers);
      mail.queued = get();
      for (int s = 0; s < bounds.servers; s++) {
        mail.processing[s] = get();
      }
      return mail;
    }

    private Worker worker() {
      Worker k = new Worker();
      int how = get();
      k.phase = PHASE[how & 7];
      k.owner = OWNER[how >> 3 & 3];
      k.cut = has(how, 5);
      k.beats = has(how, 6);
      int bits = unsigned();
      k.serves = has(bits, 0);
      k.reserved = has(bits, 1);
      k.logged = has(bits, 2);
      k.left = has(bits, 3);
      k.finished = has(bits, 4);
      k.wasSetUp = has(bits, 5);
      k.queue = bits >> 6;
      return k;
    }

    private Slave slave() {
      Slave s = new Slave();
      int how = unsigned();
      s.doing = DOING[how & 7];
      s.owner = OWNER[how >> 6];
      s.buryAsLost = has(how, 3);
      s.beats = has(how, 4);
      s.cut = has(how, 5);
      s.task = get();
      s.trial = get();
      int bits = unsigned();
      s.result = TRIAL[bits & 7];
      s.listed = has(bits, 3);
      s.ended = has(bits, 4);
      s.superseded = has(bits, 5);
      s.fresh = has(bits, 6);
      s.stray = has(bits, 7);
      int lives = unsigned();
      s.life = lives & 15;
      s.knownLife = lives >> 4;
      s.openTask = get();
      s.openTrial = get();
      s.ran = bounds.knowsWhatRan() ? tasks() : s.ran;
      s.report = bounds.parts > 0 ? REPORT[get()] : s.report;
      return s;
    }
  }
}
