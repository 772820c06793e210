package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.NONE;
import static io.rrrspec.server.model.World.PAST;
import static io.rrrspec.testing.TasksetBuilder.aTaskset;

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
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;

/** The run of a model in a real Redis: what is called how there, and what it looks like. */
final class RealRedis {
  /** Nothing runs out by itself. */
  static final Duration LIFE = Duration.ofMinutes(30);

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
            .withTasks(bounds.tasks)
            .maxTrials(bounds.maxTrials)
            .failFast(bounds.failFast)
            .activatedIn(new TasksetStore(redis, keys));
    for (int s = 0; s < bounds.servers; s++) {
      new ServerStore(redis, keys).beat(server(s), LIFE);
    }
    for (int p = 0; p < bounds.places(); p++) {
      if (bounds.isForeign(p)) {
        slaves.list(slave(p), taskset, LIFE);
      }
    }
  }

  String task(int t) {
    return Keys.task(taskset, "task-" + t);
  }

  private int taskOf(String key) {
    return Integer.parseInt(key.substring(key.lastIndexOf('-') + 1));
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

  /** Lets all retries look as if they had waited for long, or not at all. */
  void ageRetries(boolean late) {
    String retry = Keys.retryQueue(taskset);
    List<String> entries = commands.lrange(retry, 0, -1);
    for (int i = 0; i < entries.size(); i++) {
      String task = entries.get(i).substring(entries.get(i).indexOf('\t'));
      commands.lset(retry, i, (late ? "0" : "9999999999999") + task);
    }
  }

  // What both look like, line by line

  List<String> describe(World w, Scripts model) {
    List<String> d = new ArrayList<>();
    d.add("taskset " + w.status.text() + " " + w.succeeded + " " + w.failed + " " + w.pending);
    d.add("queue " + w.queue + " retry " + w.retry + " copies " + w.copies);
    for (int t = 0; t < bounds.tasks; t++) {
      World.Task task = w.tasks.get(t);
      d.add(
          String.format(
              "task %d: %s bad %d lost %d copied %s left %s nobody's %s",
              t,
              task.status.text(),
              task.bad,
              task.lost,
              task.copied,
              task.left,
              model.isLost(w, t)));
      for (int n = 0; n < task.trials.size(); n++) {
        World.Trial trial = task.trials.get(n);
        d.add(
            String.format(
                "trial %d/%d: slave %d status %s verdict %s lost %s %s %s",
                t,
                n,
                trial.slave,
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
    for (int t = 0; t < bounds.tasks; t++) {
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
    List<String> trialKeys = commands.lrange(Keys.trials(task), 0, -1);
    for (int n = 0; n < trialKeys.size(); n++) {
      String trial = trialKeys.get(n);
      String closed = field(trial, "closed_by");
      d.add(
          String.format(
              "trial %d/%d: slave %d status %s verdict %s lost %s %s %s",
              t,
              n,
              place(field(trial, "slave")),
              field(trial, "status"),
              field(trial, "verdict"),
              field(trial, "lost").equals("1"),
              closed.isEmpty()
                  ? World.Closed.NOT
                  : closed.equals("other") ? World.Closed.BY_OTHER : World.Closed.BY_SLAVE,
              mail("trial\t" + trial)));
    }
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
