package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.NONE;
import static io.rrrspec.server.model.World.PAST;
import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.OrderDependent;
import io.rrrspec.common.model.Relation;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.SpeculationStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WatchStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.server.model.World.Mail;
import io.rrrspec.server.model.World.Owner;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;

/** The run of a model in a real Redis: what is called how there, and what it looks like. */
final class RealRedis {
  /** Nothing runs out by itself. */
  static final Duration LIFE = Duration.ofMinutes(30);

  /** Of the tests of the class, as its parts find them; and what none of them should find. */
  static final String DIGEST = "0123456789abcdef0123456789abcdef";

  static final String OTHER_DIGEST = "fedcba9876543210fedcba9876543210";

  private static final Pattern NAMES = Pattern.compile("task-\\d+");

  final Bounds bounds;
  final UnifiedJedis commands;
  final Keys keys;
  final TrialStore trials;
  final SlaveStore slaves;
  final WorkerStore workers;
  final JudgementStore judgements;
  final WatchStore lives;
  final SpeculationStore speculation;
  final String taskset;
  private final RedisConnection redis;
  private final int[] slaveKeys;
  private final int[] processes;
  private final Map<String, byte[]> copy = new HashMap<>();
  private int[] copiedSlaveKeys = new int[0];

  /** The queue of messages, then the processing lists. */
  private final List<List<String>> messages = new ArrayList<>();

  RealRedis(Bounds bounds, TestRedis testRedis) {
    this.bounds = bounds;
    redis = testRedis.connection();
    commands = redis.commands();
    commands.flushAll();
    keys = testRedis.keys();
    trials = new TrialStore(redis, keys);
    slaves = new SlaveStore(redis);
    workers = new WorkerStore(redis, keys);
    judgements = new JudgementStore(redis, keys);
    lives = new WatchStore(redis);
    speculation = new SpeculationStore(redis);
    slaveKeys = new int[bounds.places()];
    processes = new int[bounds.workers];
    taskset =
        aTaskset()
            .withTasks(tasks(bounds))
            .runner(bounds.looks ? Runner.JUNIT : Runner.COMMAND)
            .orderDependent(bounds.looksFail ? OrderDependent.FAIL : OrderDependent.WARN)
            .maxTrials(bounds.maxTrials)
            .failFast(bounds.failFast)
            .activatedIn(new TasksetStore(redis, keys));
    if (bounds.budget >= 0) {
      commands.hset(taskset, "max_retries_total", Integer.toString(bounds.budget));
    }
    for (int s = 0; s < bounds.servers; s++) {
      new ServerStore(redis, keys).beat(server(s), LIFE);
    }
    for (int p = 0; p < bounds.places(); p++) {
      if (bounds.isForeign(p)) {
        slaves.list(slave(p), taskset, LIFE);
      }
    }
  }

  private static List<TaskRequest> tasks(Bounds bounds) {
    List<TaskRequest> requests = new ArrayList<>();
    if (bounds.parts > 0) {
      requests.add(divided(bounds.parts));
    }
    for (int t = requests.size(); t < bounds.tasks; t++) {
      List<String> after = bounds.culprits(t).stream().map(c -> "task-" + c).toList();
      requests.add(
          new TaskRequest("task-" + t, bounds.parts > 0 ? Duration.ofSeconds(1) : null)
              .with(
                  after.isEmpty()
                      ? List.of()
                      : List.of(new Culprits(after, bounds.apartConfirmed, Relation.AFTER))));
    }
    return requests;
  }

  /** The class in parts, which take longer than the tasks behind it. */
  private static TaskRequest divided(int parts) {
    List<SplitRequest.Part> all = new ArrayList<>();
    List<String> others = IntStream.range(1, parts).mapToObj(n -> "#test" + n).toList();
    for (int n = 1; n <= parts; n++) {
      boolean rest = n == parts;
      ClassPart part = new ClassPart(n, parts, rest, rest ? others : List.of("#test" + n));
      all.add(new SplitRequest.Part(Duration.ofSeconds(5), part));
    }
    return new TaskRequest("task-" + PartScripts.CLASS, Duration.ofSeconds(9))
        .withSplit(new SplitRequest(all, parts, 0, null));
  }

  private String name(int t) {
    return bounds.isPart(t)
        ? ClassPart.taskOf(name(PartScripts.CLASS), t - bounds.tasks + 1, bounds.parts)
        : "task-" + t;
  }

  String task(int t) {
    return Keys.task(taskset, name(t));
  }

  private int taskOf(String key) {
    String name = key.substring(key.lastIndexOf("task-"));
    for (int t = 0; t < bounds.allTasks(); t++) {
      if (name(t).equals(name)) {
        return t;
      }
    }
    throw new IllegalArgumentException("no task of the model: " + key);
  }

  /** The key of a trial: the list in Redis has the order of the model's. */
  String trial(int t, int n) {
    if (n == World.LOST) {
      return Keys.trial(task(t), "lost");
    }
    return commands.lindex(Keys.trials(task(t)), n);
  }

  String worker(int n) {
    return keys.worker("w" + n);
  }

  String slave(int p) {
    int n = bounds.workerOf(p);
    return Keys.slave(n == NONE ? keys.worker("foreign") : worker(n), p + "-" + slaveKeys[p]);
  }

  void freshKey(int p) {
    slaveKeys[p]++;
  }

  String owner(int n) {
    return "process-" + n + "-" + processes[n];
  }

  /** The key of a process that Redis does not know any more, where the place has an older one. */
  String stray(int p) {
    return slave(p) + "-stray";
  }

  /** Remembers everything. */
  void copy() {
    copy.clear();
    for (String key : commands.keys("*")) {
      copy.put(key, commands.dump(key));
    }
    copiedSlaveKeys = slaveKeys.clone();
  }

  /** Has everything as it was remembered; heartbeats need not run out here. */
  void lose() {
    commands.flushAll();
    copy.forEach((key, value) -> commands.restore(key, 0, value));
    System.arraycopy(copiedSlaveKeys, 0, slaveKeys, 0, slaveKeys.length);
  }

  void newProcess(int n) {
    processes[n]++;
  }

  String server(int s) {
    return keys.server("s" + s);
  }

  MessageQueue queue(int s) {
    return MessageQueue.arbiter(redis, keys, server(s));
  }

  /** The text of a message. */
  String message(World w, Mail mail) {
    if (mail == w.cancel) {
      return "cancel\t" + taskset;
    }
    if (mail == w.check) {
      return "check\t" + taskset;
    }
    for (int t = 0; t < w.tasks.size(); t++) {
      for (int n = 0; n < w.tasks.get(t).trials.size(); n++) {
        if (w.trial(t, n).mail == mail) {
          return "trial\t" + trial(t, n);
        }
      }
    }
    throw new IllegalArgumentException("a mail of another world");
  }

  /** Lets the search for culprits have all time, or none. */
  void limitSearch(boolean timeIsUp) {
    commands.hset(taskset, "probe_limit_ms", timeIsUp ? "-1" : "999999999");
  }

  /** Makes retries, and requests for a fresh JVM, look as if they had waited for long, or not. */
  void ageRetries(boolean late) {
    String retry = Keys.retryQueue(taskset);
    List<String> entries = commands.lrange(retry, 0, -1);
    for (int i = 0; i < entries.size(); i++) {
      String task = entries.get(i).substring(entries.get(i).indexOf('\t'));
      commands.lset(retry, i, (late ? "0" : "9999999999999") + task);
    }
    for (int t = 0; bounds.knowsWhatRan() && t < bounds.allTasks(); t++) {
      if (!field(task(t), "fresh_asked_ms").isEmpty()) {
        commands.hset(task(t), "fresh_asked_ms", late ? "0" : "9999999999999");
      }
    }
  }

  // What both look like, line by line

  List<String> describe(World w, Scripts model) {
    List<String> d = new ArrayList<>();
    d.add("taskset " + w.status.text() + " " + w.succeeded + " " + w.failed + " " + w.pending);
    d.add("probing " + w.probing + " retries " + w.retries);
    d.add("queue " + w.queue + " retry " + w.retry + " copies " + w.copies);
    for (int t = 0; t < bounds.allTasks(); t++) {
      World.Task task = w.tasks.get(t);
      d.add(
          String.format(
              "task %d: %s bad %d lost %d copied %s left %s nobody's %s",
              t,
              task.dropped ? "void" : task.status.text(),
              task.bad,
              task.lost,
              task.copied,
              task.left,
              model.isLost(w, t)));
      d.add(look(task));
      if (bounds.isDivided(t)) {
        d.add("void " + task.whole + " parts left " + task.partsLeft);
      }
      for (int n = 0; n < task.trials.size(); n++) {
        World.Trial trial = task.trials.get(n);
        d.add(
            String.format(
                "trial %d/%d: slave %d %s %s status %s verdict %s lost %s %s %s",
                t,
                n,
                trial.slave,
                trial.probe,
                trial.report,
                trial.status.text(),
                trial.verdict == null ? "" : trial.verdict.text(),
                trial.lost,
                trial.closed,
                describe(trial.mail)));
      }
    }
    d.add("cancel " + describe(w.cancel) + " check " + describe(w.check));
    for (int n = 0; n < bounds.workers; n++) {
      World.Worker k = w.workers.get(n);
      d.add(
          String.format(
              "worker %d: owner %s beats %s serves %s reserved %s queue %d logged %s left %s"
                  + " finished %s set up %s",
              n,
              k.owner,
              k.beats,
              k.serves,
              k.reserved,
              k.queue,
              k.logged,
              k.left,
              k.finished,
              k.wasSetUp));
    }
    for (int p = 0; p < bounds.places(); p++) {
      World.Slave s = w.slaves.get(p);
      d.add(
          bounds.isForeign(p)
              ? String.format("slave %d: ended %s beats %s", p, s.ended, s.beats)
              : String.format(
                  "slave %d: life %d ended %s listed %s open %d/%d superseded %s owner %s",
                  p,
                  s.life,
                  s.ended,
                  s.listed,
                  s.openTrial == NONE ? NONE : s.openTask,
                  s.openTrial,
                  s.superseded,
                  s.owner));
    }
    return d;
  }

  private static String look(World.Task task) {
    Look look = task.look;
    String where = " on " + task.probeWorker + " asked " + task.freshAsked;
    if (look == null) {
      return "look " + (task.outcome == null ? "none" : "over: " + lower(task.outcome)) + where;
    }
    return String.format(
        "look %s %s %s suspects %s alone %d after %d%s",
        lower(look.mode),
        look.after ? "after" : "alone",
        look.list,
        look.set,
        look.alonePassed,
        look.afterFailed,
        where);
  }

  private static String lower(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  private String look(String task) {
    String kind = field(task, "probe");
    String worker = field(task, "probe_worker");
    String where =
        " on "
            + (worker.isEmpty() ? NONE : Integer.parseInt(Keys.lastPart(worker).substring(1)))
            + " asked "
            + !field(task, "fresh_asked_ms").isEmpty();
    if (kind.isEmpty() || kind.equals("over")) {
      return "look " + (kind.isEmpty() ? "none" : "over: " + field(task, "probe_outcome")) + where;
    }
    String plan = field(task, "probe_plan");
    return String.format(
        "look %s %s %s suspects %s alone %s after %s%s",
        in(plan, "\"mode\":\"(\\w+)\""),
        kind,
        field(task, "probe_after").lines().map(this::taskOf).toList(),
        NAMES
            .matcher(in(plan, "\"set\":\\[([^\\]]*)\\]"))
            .results()
            .map(name -> taskOf(name.group()))
            .toList(),
        in(plan, "\"alone\":(\\d+)"),
        in(plan, "\"after\":(\\d+)"),
        where);
  }

  private static String in(String plan, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(plan);
    return found.find() ? found.group(1) : "";
  }

  private static String describe(Mail mail) {
    return "queued " + mail.queued + " processing " + Arrays.toString(mail.processing);
  }

  List<String> describe() {
    List<String> d = new ArrayList<>();
    d.add(
        String.format(
            "taskset %s %d %d %d",
            field(taskset, "status"),
            number(taskset, "succeeded_count"),
            number(taskset, "failed_count"),
            number(taskset, "pending_count")));
    d.add(
        String.format(
            "probing %d retries %d",
            number(taskset, "probing"), bounds.budget < 0 ? 0 : number(taskset, "retries")));
    d.add(
        "queue "
            + tasks(Keys.taskQueue(taskset))
            + " retry "
            + tasks(Keys.retryQueue(taskset))
            + " copies "
            + tasks(taskset + ":copies"));
    boolean running = field(taskset, "status").equals("running");
    Set<String> nobodys = running ? lives.tasksInNobodysHands(taskset, true) : Set.of();
    messages.clear();
    messages.add(commands.lrange(keys.arbiterQueue(), 0, -1));
    for (int s = 0; s < bounds.servers; s++) {
      messages.add(commands.lrange(queue(s).processing(), 0, -1));
    }
    List<String> left = commands.lrange(Keys.tasksLeft(taskset), 0, -1);
    for (int t = 0; t < bounds.allTasks(); t++) {
      describeTask(d, t, left, nobodys);
    }
    d.add("cancel " + mail("cancel\t" + taskset) + " check " + mail("check\t" + taskset));
    for (int n = 0; n < bounds.workers; n++) {
      describeWorker(d, n);
    }
    List<String> listed = commands.lrange(Keys.slaves(taskset), 0, -1);
    for (int p = 0; p < bounds.places(); p++) {
      describeSlave(d, p, listed);
    }
    return d;
  }

  private void describeTask(List<String> d, int t, List<String> left, Set<String> nobodys) {
    String task = task(t);
    d.add(
        String.format(
            "task %d: %s bad %d lost %d copied %s left %s nobody's %s",
            t,
            field(task, "status"),
            number(task, "bad"),
            number(task, "lost"),
            !field(task, "copied").isEmpty(),
            left.contains(task),
            nobodys.contains(task)));
    d.add(look(task));
    if (bounds.isDivided(t)) {
      boolean isVoid = !field(task, "void").isEmpty();
      d.add("void " + isVoid + " parts left " + number(task, "parts_left"));
    }
    List<String> trialKeys = commands.lrange(Keys.trials(task), 0, -1);
    for (int n = 0; n < trialKeys.size(); n++) {
      String trial = trialKeys.get(n);
      String closed = field(trial, "closed_by");
      d.add(
          String.format(
              "trial %d/%d: slave %d %s %s status %s verdict %s lost %s %s %s",
              t,
              n,
              // Of that of all parts it makes no difference.
              field(trial, "parts").isEmpty() ? place(field(trial, "slave")) : PAST,
              field(trial, "probe").isEmpty()
                  ? "NO"
                  : field(trial, "probe").toUpperCase(Locale.ROOT),
              report(trial),
              field(trial, "status"),
              field(trial, "verdict"),
              field(trial, "lost").equals("1"),
              closed.isEmpty()
                  ? World.Closed.NOT
                  : closed.equals("other") ? World.Closed.BY_OTHER : World.Closed.BY_SLAVE,
              mail("trial\t" + trial)));
    }
  }

  private World.Report report(String trial) {
    if (field(trial, "part_whole").isEmpty()) {
      return World.Report.NONE;
    }
    if (!field(trial, "part_refused").isEmpty()) {
      return World.Report.REFUSED;
    }
    boolean fits = field(trial, "part_digest").equals(DIGEST) && number(trial, "part_ran") == 1;
    return fits ? World.Report.FITS : World.Report.ODD;
  }

  private void describeWorker(List<String> d, int n) {
    String worker = worker(n);
    String log = Keys.workerLog(taskset, worker);
    d.add(
        String.format(
            "worker %d: owner %s beats %s serves %s reserved %s queue %d logged %s left %s"
                + " finished %s set up %s",
            n,
            owner(n, field(worker, "owner")),
            commands.exists(Keys.heartbeat(worker)),
            field(worker, "taskset").equals(taskset),
            commands.exists(Keys.reservation(worker)),
            commands.llen(Keys.workerQueue(worker)),
            !field(log, "worker").isEmpty(),
            !field(log, "left").isEmpty(),
            !field(log, "finished_at").isEmpty(),
            !field(log, "setup_finished_at").isEmpty()));
  }

  private void describeSlave(List<String> d, int p, List<String> listed) {
    String slave = slave(p);
    boolean ended = !field(slave, "status").isEmpty();
    if (bounds.isForeign(p)) {
      boolean beats = commands.exists(Keys.heartbeat(slave));
      d.add(String.format("slave %d: ended %s beats %s", p, ended, beats));
      return;
    }
    String open = field(slave, "open_trial");
    String openTrial = NONE + "/" + NONE;
    if (!open.isEmpty()) {
      int t = taskOf(Keys.taskOf(open));
      openTrial = t + "/" + commands.lrange(Keys.trials(task(t)), 0, -1).indexOf(open);
    }
    d.add(
        String.format(
            "slave %d: life %d ended %s listed %s open %s superseded %s owner %s",
            p,
            number(slave, "life"),
            ended,
            listed.contains(slave),
            openTrial,
            !open.isEmpty() && open.equals(field(slave, "superseded")),
            owner(bounds.workerOf(p), field(slave, "owner"))));
  }

  private Owner owner(int n, String owner) {
    if (owner.isEmpty()) {
      return Owner.NOBODY;
    }
    return owner.equals(owner(n)) ? Owner.THIS : Owner.EARLIER;
  }

  private int place(String slaveKey) {
    for (int p = 0; p < bounds.places(); p++) {
      if (slave(p).equals(slaveKey)) {
        return p;
      }
    }
    return PAST;
  }

  /** Where a message is, in what {@link #describe()} has read. */
  private String mail(String message) {
    int[] copies = new int[messages.size()];
    for (int n = 0; n < copies.length; n++) {
      copies[n] = Collections.frequency(messages.get(n), message);
    }
    return "queued "
        + copies[0]
        + " processing "
        + Arrays.toString(Arrays.copyOfRange(copies, 1, copies.length));
  }

  private List<Integer> tasks(String list) {
    return commands.lrange(list, 0, -1).stream()
        .map(entry -> taskOf(entry.substring(entry.indexOf('\t') + 1)))
        .toList();
  }

  private String field(String key, String name) {
    return text(commands.hget(key, name));
  }

  private int number(String key, String name) {
    String value = field(key, name);
    return value.isEmpty() ? 0 : Integer.parseInt(value);
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
